import * as v from 'valibot';

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

/** Information about the exchange that the site shows; null: none. */
export interface AboutSettings {
  owner: string | null;
  hours: string | null;
  /** Monitorings and reviews. */
  links: readonly { name: string; url: string }[];
  /** Whether the site shows completed exchanges and the time that they take. */
  showsFigures: boolean;
}

/** A line of text for visitors. */
const lineSchema = v.pipe(v.string(), v.maxLength(200), v.regex(/^\P{Cc}+$/u));

/** `name=https://address`, separated by commas. */
const linksSchema = v.pipe(
  v.string(),
  v.transform(text => text.split(',').map(part => part.trim())),
  v.maxLength(8),
  v.check(parts => parts.every(part => /^[^=\s][^=]{0,39}=https:\/\/\S+$/i.test(part))),
  v.transform(parts =>
    parts.map(part => {
      const at = part.indexOf('=');
      return { name: part.slice(0, at).trim(), url: part.slice(at + 1) };
    }),
  ),
  v.check(links => links.every(({ url }) => URL.canParse(url))),
);

/** Parses the variables `ABOUT_…`. */
export function parseAboutSettings(
  parseVariable: <T>(name: keyof typeof aboutVariables, schema: v.GenericSchema<string, T>, fallback: T) => T,
): AboutSettings {
  return {
    owner: parseVariable<string | null>('ABOUT_OWNER', lineSchema, null),
    hours: parseVariable<string | null>('ABOUT_HOURS', lineSchema, null),
    links: parseVariable('ABOUT_LINKS', linksSchema, []),
    showsFigures: parseVariable('ABOUT_FIGURES', v.picklist(['on', 'off']), 'off') === 'on',
  };
}
