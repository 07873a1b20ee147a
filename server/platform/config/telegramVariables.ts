/** The variables of the Telegram bot, in the order of README's table. */
export const telegramVariables = {
  TELEGRAM_BOT_TOKEN: {
    default: '',
    meaning:
      'token of a bot from @BotFather, which tells clients in Telegram about the statuses of their claims; without it the site offers none',
    allowed: 'the token that @BotFather shows: digits, a colon, then at least 30 letters and digits',
    secret: true,
  },
  TELEGRAM_API_ORIGIN: {
    default: 'https://api.telegram.org',
    meaning: 'origin of the Bot API, or of a Bot API server of your own',
    allowed: 'an https origin (http on loopback)',
  },
} as const;
