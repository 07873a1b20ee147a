/** Variables of the exchange's public information, in the order of README's table. */
export const aboutVariables = {
  ABOUT_OWNER: {
    default: '',
    meaning:
      'who runs the exchange, for the footer: `ООО «Пример», ИНН 7700000000`; without it nothing is shown',
    allowed: 'a line of at most 200 characters',
  },
  ABOUT_HOURS: {
    default: '',
    meaning:
      'when the operators work, for the footer: `каждый день с 9:00 до 23:00 по Москве`; without it nothing is shown',
    allowed: 'a line of at most 200 characters',
  },
  ABOUT_LINKS: {
    default: '',
    meaning:
      'pages about the exchange at monitorings and with reviews, for the footer: `BestChange=https://…,Отзывы=https://…`',
    allowed: 'up to eight name=https://address, separated by commas; a name has at most 40 characters',
  },
  ABOUT_FIGURES: {
    default: 'off',
    meaning:
      '`on` shows how many exchanges were completed in 30 days, and the median time from payment to payout; not below 50 exchanges, never in a demo',
    allowed: 'on or off',
  },
};
