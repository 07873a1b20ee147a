/** Replaces removed text. */
const REDACTED = '[…]';

/** Query parameters without personal data; the values of all others are removed. */
const PUBLIC_QUERY_PARAMETERS = new Set(['cur_from', 'cur_to', 'city', 'page', 'size']);

/** Names of attributes whose whole value is removed: queries, fragments and secrets. */
const PRIVATE_ATTRIBUTE_NAME = /(?:^|[._-])(?:query|query_string|fragment|cookies?|authorization|secret)$/i;

const UUID_PATTERN = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;

/** Ids of claims, events and traces, which stay so that reports can be found. */
const REPORT_ID = new RegExp(`^(?:[\\da-f]{32}|${UUID_PATTERN})$`, 'i');

/** Maximum length of URL text that is searched before a fragment. */
const MAX_URL_LENGTH = 2_000;

type RedactionRule = readonly [pattern: RegExp, by: (found: string, first: string, second: string) => string];

const redact = () => REDACTED;

/** Applied in this order. Each pattern is bounded, because recordings have megabytes. */
const REDACTION_RULES: readonly RedactionRule[] = [
  // V8 quotes text that is not JSON, and schemas quote the value that they rejected.
  [/(?<=, )(?:\.\.\.)?"[^]{0,200}?"(?:\.\.\.)?(?= is not valid JSON)/g, redact],
  [/(?<=\breceived )"[^"]*"/gi, redact],
  [
    /([?&])([\w.[\]-]{1,64})=[^&\s"'<>#)]*/g,
    (found, mark, name) => (PUBLIC_QUERY_PARAMETERS.has(name) ? found : `${mark}${name}=${REDACTED}`),
  ],
  [/[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?:@|%40)[\p{L}\d-]{1,64}(?:\.[\p{L}\d-]{1,64})+/giu, redact],
  // Card and account numbers, also grouped; a UUID can look like one.
  [
    new RegExp(String.raw`(${UUID_PATTERN})|(?<![\d.])\d(?:[ \u00a0\u202f-]?\d){15,}`, 'gi'),
    (_, uuid) => uuid || REDACTED,
  ],
  [/(?<!\w)\+?[78][ \u00a0(-]{0,2}\d{3}[ \u00a0)-]{0,2}\d{3}[ \u00a0-]?\d{2}[ \u00a0-]?\d{2}(?!\w)/g, redact],
  [/(?<!\w)\+\d(?:[ \u00a0()-]{0,2}\d){8,}/g, redact],
  // Telegram names.
  [/(?<![\w/:.])@[a-z]\w{4,31}/gi, redact],
  [/(?<!\w)(?:bc1|ltc1|addr1|stake1|0x)[\da-z]{8,}/gi, redact],
  // Other wallets, keys and secrets; names of built files end in an extension.
  [
    /(?<![\w-])[\w-]{20,}(?![\w-]|\.(?:m?js|css|tsx?|woff2|png|webp|svg)\b)/g,
    found => (isSecretLike(found) ? REDACTED : found),
  ],
];

/** Whether a long word looks like a key or secret: many digits or capitals. */
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

/** Removes URL fragments, which can contain a claim's secret. Selectors like `main#main` stay. */
function removeFragments(original: string): string {
  return original.replace(/#[^\s"'<>)\]]+/g, (found, offset: number) => {
    const before =
      /[^\s"'<>(]*$/.exec(original.slice(Math.max(0, offset - MAX_URL_LENGTH), offset))?.[0] ?? '';
    return before.includes('/') || found.length > 20 ? '' : found;
  });
}

/** Removes requisites, e-mails, phones, secrets, and query values and fragments of URLs from a text. */
export function scrubText(original: string): string {
  return REDACTION_RULES.reduce(
    (redacted, [pattern, replacer]) => redacted.replace(pattern, replacer),
    removeFragments(original),
  );
}

/** Returns a copy of a value with all strings scrubbed and long integers removed. */
export function scrubValue(original: unknown): unknown {
  if (typeof original === 'string') return scrubText(original);
  // Card numbers; timestamps in milliseconds are shorter.
  if (typeof original === 'number')
    return Number.isInteger(original) && Math.abs(original) >= 1e14 ? REDACTED : original;
  if (Array.isArray(original)) return original.map(scrubValue);
  if (typeof original !== 'object' || original === null) return original;
  // Stylesheets of the build, which replays need.
  if ('isStyle' in original && original.isStyle === true) return original;
  return Object.fromEntries(
    Object.entries(original).map(([name, entry]) => {
      if (name === '_cssText') return [name, entry];
      return [scrubText(name), PRIVATE_ATTRIBUTE_NAME.test(name) ? REDACTED : scrubValue(entry)];
    }),
  );
}
