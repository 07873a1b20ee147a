/** What stands in the place of what is left out. */
const LEFT_OUT = '[…]';

/** Parameters of an address that say nothing about a person; any other's value is left out. */
const PUBLIC = new Set(['cur_from', 'cur_to', 'city', 'page', 'size']);

/** Names of attributes that hold a query or a fragment by itself, or what only a person may know. */
const PRIVATE = /(?:^|[._-])(?:query|query_string|fragment|cookies?|authorization|secret)$/i;

const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;

/** A claim's uuid, an event's or a trace's id: what a report is found by. */
const ID = new RegExp(`^(?:[\\da-f]{32}|${UUID})$`, 'i');

/** Up to here a part of an address may be long; a longer one is none. */
const ADDRESS = 2_000;

type Rule = readonly [pattern: RegExp, by: (found: string, first: string, second: string) => string];

const leftOut = () => LEFT_OUT;

/** In this order. Each looks at a bounded piece at a time: a recording has megabytes. */
const RULES: readonly Rule[] = [
  // V8 quotes what it could not parse, and a schema what it was given.
  [/(?<=, )(?:\.\.\.)?"[^]{0,200}?"(?:\.\.\.)?(?= is not valid JSON)/g, leftOut],
  [/(?<=\breceived )"[^"]*"/gi, leftOut],
  [
    /([?&])([\w.[\]-]{1,64})=[^&\s"'<>#)]*/g,
    (found, mark, name) => (PUBLIC.has(name) ? found : `${mark}${name}=${LEFT_OUT}`),
  ],
  [/[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?:@|%40)[\p{L}\d-]{1,64}(?:\.[\p{L}\d-]{1,64})+/giu, leftOut],
  // A card's or an account's number, in groups too; a uuid may look like one.
  [
    new RegExp(String.raw`(${UUID})|(?<![\d.])\d(?:[ \u00a0\u202f-]?\d){15,}`, 'gi'),
    (_, uuid) => uuid || LEFT_OUT,
  ],
  [
    /(?<!\w)\+?[78][ \u00a0(-]{0,2}\d{3}[ \u00a0)-]{0,2}\d{3}[ \u00a0-]?\d{2}[ \u00a0-]?\d{2}(?!\w)/g,
    leftOut,
  ],
  [/(?<!\w)\+\d(?:[ \u00a0()-]{0,2}\d){8,}/g, leftOut],
  // Telegram, as requisites have it.
  [/(?<![\w/:.])@[a-z]\w{4,31}/gi, leftOut],
  [/(?<!\w)(?:bc1|ltc1|addr1|stake1|0x)[\da-z]{8,}/gi, leftOut],
  // Other wallets, keys and secrets; a file of the build ends in its kind.
  [
    /(?<![\w-])[\w-]{20,}(?![\w-]|\.(?:m?js|css|tsx?|woff2|png|webp|svg)\b)/g,
    found => (isKey(found) ? LEFT_OUT : found),
  ],
];

/** Whether a long word is none: digits or capitals all over it. */
function isKey(word: string): boolean {
  if (ID.test(word)) return false;
  const digits = word.replace(/\D/g, '').length;
  const capitals = word.replace(/[^A-Z]/g, '').length / word.length;
  const mixed = capitals > 0 && /[a-z]/.test(word);
  return digits >= 4 || (digits > 0 && mixed) || (word.length >= 25 && capitals > 0.25 && capitals < 0.75);
}

/** Without what stands behind a path or a uuid: a claim's secret travels there. Selectors like `main#main` stay. */
function withoutFragments(given: string): string {
  return given.replace(/#[^\s"'<>)\]]+/g, (found, at: number) => {
    const before = /[^\s"'<>(]*$/.exec(given.slice(Math.max(0, at - ADDRESS), at))?.[0] ?? '';
    return before.includes('/') || found.length > 20 ? '' : found;
  });
}

/** A text without requisites, e-mails, phones, secrets and what addresses carry behind their path. */
export function text(given: string): string {
  return RULES.reduce((left, [pattern, by]) => left.replace(pattern, by), withoutFragments(given));
}

/** A value with every text in it scrubbed, and long whole numbers left out; what was given stays as it is. */
export function value(given: unknown): unknown {
  if (typeof given === 'string') return text(given);
  // A card's number; an instant in milliseconds is shorter.
  if (typeof given === 'number') return Number.isInteger(given) && Math.abs(given) >= 1e14 ? LEFT_OUT : given;
  if (Array.isArray(given)) return given.map(value);
  if (typeof given !== 'object' || given === null) return given;
  // The built style sheets, which a replay is drawn with.
  if ('isStyle' in given && given.isStyle === true) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, one]) => {
      if (name === '_cssText') return [name, one];
      return [text(name), PRIVATE.test(name) ? LEFT_OUT : value(one)];
    }),
  );
}
