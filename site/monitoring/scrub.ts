/** What stands in the place of what is left out. */
const REDACTED = '[…]';

/** Parameters of an address that say nothing about a person; any other's value is left out. */
const PUBLIC_QUERY_PARAMETERS = new Set(['cur_from', 'cur_to', 'city', 'page', 'size']);

/** Names of attributes that hold a query or a fragment by itself, or what only a person may know. */
const PRIVATE_ATTRIBUTE_NAME = /(?:^|[._-])(?:query|query_string|fragment|cookies?|authorization|secret)$/i;

const UUID_PATTERN = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;

/** A claim's uuid, an event's or a trace's id: what a report is found by. */
const REPORT_ID = new RegExp(`^(?:[\\da-f]{32}|${UUID_PATTERN})$`, 'i');

/** Up to here a part of an address may be long; a longer one is none. */
const MAX_URL_LENGTH = 2_000;

type RedactionRule = readonly [pattern: RegExp, by: (found: string, first: string, second: string) => string];

const redact = () => REDACTED;

/** In this order. Each looks at a bounded piece at a time: a recording has megabytes. */
const REDACTION_RULES: readonly RedactionRule[] = [
  // V8 quotes what it could not parse, and a schema what it was given.
  [/(?<=, )(?:\.\.\.)?"[^]{0,200}?"(?:\.\.\.)?(?= is not valid JSON)/g, redact],
  [/(?<=\breceived )"[^"]*"/gi, redact],
  [
    /([?&])([\w.[\]-]{1,64})=[^&\s"'<>#)]*/g,
    (found, mark, name) => (PUBLIC_QUERY_PARAMETERS.has(name) ? found : `${mark}${name}=${REDACTED}`),
  ],
  [/[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?:@|%40)[\p{L}\d-]{1,64}(?:\.[\p{L}\d-]{1,64})+/giu, redact],
  // A card's or an account's number, in groups too; a uuid may look like one.
  [
    new RegExp(String.raw`(${UUID_PATTERN})|(?<![\d.])\d(?:[ \u00a0\u202f-]?\d){15,}`, 'gi'),
    (_, uuid) => uuid || REDACTED,
  ],
  [/(?<!\w)\+?[78][ \u00a0(-]{0,2}\d{3}[ \u00a0)-]{0,2}\d{3}[ \u00a0-]?\d{2}[ \u00a0-]?\d{2}(?!\w)/g, redact],
  [/(?<!\w)\+\d(?:[ \u00a0()-]{0,2}\d){8,}/g, redact],
  // Telegram, as requisites have it.
  [/(?<![\w/:.])@[a-z]\w{4,31}/gi, redact],
  [/(?<!\w)(?:bc1|ltc1|addr1|stake1|0x)[\da-z]{8,}/gi, redact],
  // Other wallets, keys and secrets; a file of the build ends in its kind.
  [
    /(?<![\w-])[\w-]{20,}(?![\w-]|\.(?:m?js|css|tsx?|woff2|png|webp|svg)\b)/g,
    found => (isSecretLike(found) ? REDACTED : found),
  ],
];

/** Whether a long word is none: digits or capitals all over it. */
function isSecretLike(word: string): boolean {
  if (REPORT_ID.test(word)) return false;
  const digitCount = word.replace(/\D/g, '').length;
  const capitalShare = word.replace(/[^A-Z]/g, '').length / word.length;
  const isMixedCase = capitalShare > 0 && /[a-z]/.test(word);
  return (
    digitCount >= 4 ||
    (digitCount > 0 && isMixedCase) ||
    (word.length >= 25 && capitalShare > 0.25 && capitalShare < 0.75)
  );
}

/** Without what stands behind a path or a uuid: a claim's secret travels there. Selectors like `main#main` stay. */
function removeFragments(original: string): string {
  return original.replace(/#[^\s"'<>)\]]+/g, (found, offset: number) => {
    const before =
      /[^\s"'<>(]*$/.exec(original.slice(Math.max(0, offset - MAX_URL_LENGTH), offset))?.[0] ?? '';
    return before.includes('/') || found.length > 20 ? '' : found;
  });
}

/** A text without requisites, e-mails, phones, secrets and what addresses carry behind their path. */
export function scrubText(original: string): string {
  return REDACTION_RULES.reduce(
    (redacted, [pattern, replacer]) => redacted.replace(pattern, replacer),
    removeFragments(original),
  );
}

/** A value with every text in it scrubbed, and long whole numbers left out; what was given stays as it is. */
export function scrubValue(original: unknown): unknown {
  if (typeof original === 'string') return scrubText(original);
  // A card's number; an instant in milliseconds is shorter.
  if (typeof original === 'number')
    return Number.isInteger(original) && Math.abs(original) >= 1e14 ? REDACTED : original;
  if (Array.isArray(original)) return original.map(scrubValue);
  if (typeof original !== 'object' || original === null) return original;
  // The built style sheets, which a replay is drawn with.
  if ('isStyle' in original && original.isStyle === true) return original;
  return Object.fromEntries(
    Object.entries(original).map(([name, entry]) => {
      if (name === '_cssText') return [name, entry];
      return [scrubText(name), PRIVATE_ATTRIBUTE_NAME.test(name) ? REDACTED : scrubValue(entry)];
    }),
  );
}
