import type { JsonSchema } from './apiCalls.ts';

/** Characters of a long text in a body; bodies have at most 64 kB. */
const LONG_BODY_TEXT = 60_000;

/** Enough for steps that grow with the square of the length to take longer than a second. */
const SEARCHED_TEXT = 30_000;

/** Characters of a long text in an address or a header; Node accepts headers of 16 kB. */
const LONG_HEADER_TEXT = 7_000;

/** JSON that no JavaScript value has: a number beyond the doubles. */
export const RAW_NUMBER = '@raw 1e400';

const DATES = [
  '9999-12-31',
  '0000-01-01',
  '+010000-01-01',
  '-000001-01-01',
  '2020-02-30',
  '1969-12-31',
  '2020-01-01',
  '2100-12-31',
  '2101-01-01',
  '2026-11-01T00:00:00Z',
  '2026-12-01T00:00:00+23',
  '9999-12-31T23:59:59.999Z',
  '2026-12-01 00:00:00 -23:59',
  `2026-11-${'0'.repeat(5_000)}1`,
  '٢٠٢٦-١١-٠١',
];

const NUMBERS = [
  '0',
  '-0',
  '-1',
  '1.5',
  '007',
  '0x10',
  '9999999',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '1e15',
  '1e309',
  '1e-400',
  'NaN',
  'Infinity',
];

const WORDS = [
  '',
  ' ',
  'a',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00\ud800b',
  '\u202eабв',
  '\ufeff',
  '%',
  '%00',
  '_',
  '../../../etc/passwd',
  "' or 1=1; --",
  '__proto__',
  'constructor',
  '\r\nSet-Cookie: a=b',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
  'javascript:alert(1)',
  'https://[::1',
  'https://127.0.0.1:99999/',
];

/** Texts for searches, normalizations and conversions that take longer than linear time. */
function listLongTexts(length: number): string[] {
  const searched = Math.min(length, SEARCHED_TEXT);
  return [
    'a'.repeat(length),
    '9'.repeat(length),
    `0.${'0'.repeat(Math.max(0, length - 3))}1`,
    `${' '.repeat(searched - 1)}x`,
    `${'a.'.repeat((searched - 1) / 2)}@`,
    `a@${'a.'.repeat((searched - 2) / 2)}`,
    `${'a-'.repeat((searched - 1) / 2)}!`,
    '('.repeat(searched),
    '😀'.repeat(searched / 2),
    // Its lower case and its compatible form are longer.
    'İ'.repeat(searched),
    'ﷺ'.repeat(searched),
    'a\u0300\u0323'.repeat(searched / 3),
  ].map(text => text.slice(0, length));
}

type ValueKind = 'date' | 'number' | 'text' | 'other';

/** What the values of a field mean. */
export function getValueKind(
  { anyOf, enum: values, format, pattern, type }: JsonSchema,
  name: string,
): ValueKind {
  if (anyOf) return anyOf[0] ? getValueKind(anyOf[0], name) : 'other';
  if (format === 'date' || format === 'date-time') return 'date';
  if (type === 'integer' || type === 'number' || /summa|amount/i.test(name)) return 'number';
  return type === 'string' && !values && !format && !pattern ? 'text' : 'other';
}

function listTexts(kind: ValueKind, length: number): string[] {
  const long = listLongTexts(length);
  switch (kind) {
    case 'date':
      return [...DATES, ...NUMBERS.slice(0, 3), ...WORDS.slice(0, 5), ...long.slice(0, 3)];
    case 'number':
      return [...NUMBERS, ...DATES.slice(0, 1), ...WORDS.slice(0, 5), ...long.slice(0, 4)];
    case 'text':
      return [...WORDS, ...NUMBERS.slice(-5), ...DATES.slice(0, 2), ...long];
    case 'other':
      return [
        ...WORDS.slice(0, 8),
        '0',
        '1e309',
        ...DATES.slice(0, 1),
        ...long.slice(0, 4),
        ...long.slice(-2),
      ];
  }
}

/** Extreme texts of a parameter in an address. */
export const listParameterTexts = (schema: JsonSchema, name: string): string[] =>
  listTexts(getValueKind(schema, name), LONG_HEADER_TEXT / 9);

/** Extreme texts of all parameters at the same time. */
export const COMMON_TEXTS: readonly string[] = [...DATES, ...NUMBERS.slice(0, 4), ...WORDS.slice(0, 4)];

/** Parts of an address that are no encoded text. */
export const RAW_PARAMETERS: readonly string[] = [
  '%',
  '%zz',
  '%ff',
  '%c0%80',
  '%ed%a0%80',
  '+',
  '&=&',
  '[]=1',
];

const manyKeys = Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`key${n}`, '']));

/** Values of other types than text. */
const OTHER_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  Number.MAX_SAFE_INTEGER + 1,
  RAW_NUMBER,
  [],
  [[null]],
  Array.from({ length: 10_000 }, () => 0),
  {},
  manyKeys,
  { toString: 'a', constructor: null, length: -1 },
];

/** Extreme values of a field of a body: texts as long as it accepts, one that is longer, and other types. */
export const listFieldValues = (schema: JsonSchema, name: string): unknown[] => [
  ...listTexts(getValueKind(schema, name), Math.min(LONG_BODY_TEXT, schema.maxLength ?? LONG_BODY_TEXT)),
  ...(schema.maxLength === undefined ? [] : ['9'.repeat(LONG_BODY_TEXT)]),
  ...OTHER_VALUES,
];

/** Whole bodies that no schema describes. */
export const RAW_BODIES: readonly (string | Buffer)[] = [
  '',
  'null',
  '"text"',
  '{',
  '{"__proto__":{"a":1}}',
  '1e400',
  '\ufeff{}',
  // Nested deeper than recursion goes.
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  JSON.stringify(manyKeys),
  `{${'"a":1,'.repeat(10_000)}"a":1}`,
  `"${'a'.repeat(70_000)}"`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
];

/** Headers that the server reads, with their extremes. Their values are Latin-1. */
export const HEADER_VALUES: Readonly<Record<string, readonly string[]>> = {
  'idempotency-key': ['', ' ', 'é'.repeat(64), 'a'.repeat(LONG_HEADER_TEXT), '"'.repeat(128)],
  range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=9-1',
    `bytes=0-${'9'.repeat(400)}`,
    `bytes=${'0-1,'.repeat(1_700)}`,
    'x',
  ],
  'if-none-match': ['*', '""', 'W/"', '"a",'.repeat(1_700), '"'.repeat(LONG_HEADER_TEXT)],
  'if-modified-since': ['Fri, 31 Dec 9999 23:59:59 GMT', 'x'],
  cookie: [
    '=',
    ';'.repeat(LONG_HEADER_TEXT),
    'a=b; '.repeat(1_400),
    'refresh_token=%; signed_in=%',
    `refresh_token=${'a'.repeat(LONG_HEADER_TEXT)}; signed_in=1`,
    `refresh_token=${'a.'.repeat(3_000)}; signed_in=1`,
  ],
  authorization: [
    'Bearer',
    'Bearer x',
    'Basic x',
    'Bearer a.b.c',
    `Bearer ${'a.'.repeat(3_000)}`,
    `Bearer${' '.repeat(LONG_HEADER_TEXT)}x`,
    `Bearer rz_live_${'a'.repeat(5_000)}`,
  ],
  'x-forwarded-for': [
    ','.repeat(LONG_HEADER_TEXT),
    '1.2.3.4,'.repeat(800),
    '127.0.0.1,'.repeat(600),
    '['.repeat(LONG_HEADER_TEXT),
    '[::ffff:1.2.3.4]:99999',
    'fe80::1%eth0',
    '999.1.1.1',
    '0x7f.1',
  ],
  'accept-encoding': [',', 'gzip;q=', 'br;q=1e9,'.repeat(700), '*;q=0'],
  'content-type': [
    '',
    'text/plain',
    `application/json;${' '.repeat(LONG_HEADER_TEXT)}x`,
    'multipart/form-data',
    `multipart/form-data; boundary="${'a'.repeat(5_000)}`,
  ],
  'user-agent': ['', '('.repeat(LONG_HEADER_TEXT), `Mozilla/5.0 (${' '.repeat(LONG_HEADER_TEXT)}`],
  origin: ['null', 'x', `https://${'a.'.repeat(3_000)}`],
  host: ['', 'a b', '[::1', 'a:99999', `${'a.'.repeat(3_000)}`],
  'sec-fetch-site': ['same-origin', 'x'],
  'x-request-id': ['a'.repeat(LONG_HEADER_TEXT)],
};

/** Texts of a header that the document describes. */
export const HEADER_TEXTS: readonly string[] = [
  '',
  'a',
  'é',
  '0',
  '%00',
  '__proto__',
  'a'.repeat(LONG_HEADER_TEXT),
  `${'a '.repeat(LONG_HEADER_TEXT / 2)}!`,
];
