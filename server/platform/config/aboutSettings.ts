import * as v from 'valibot';

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
  parseVariable: <T>(
    name: 'ABOUT_OWNER' | 'ABOUT_HOURS' | 'ABOUT_LINKS' | 'ABOUT_FIGURES',
    schema: v.GenericSchema<string, T>,
    fallback: T,
  ) => T,
): AboutSettings {
  return {
    owner: parseVariable<string | null>('ABOUT_OWNER', lineSchema, null),
    hours: parseVariable<string | null>('ABOUT_HOURS', lineSchema, null),
    links: parseVariable('ABOUT_LINKS', linksSchema, []),
    showsFigures: parseVariable('ABOUT_FIGURES', v.picklist(['on', 'off']), 'off') === 'on',
  };
}
