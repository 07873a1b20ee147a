import * as v from 'valibot';

/** Maximum length of a decimal in the API: digits and one dot. */
export const MAX_DECIMAL_LENGTH = 40;

const DECIMAL_PATTERN = /^\d+(\.\d+)?$/;

// Money, a limit or a course; the dot is the only separator.
/** A non-negative decimal as text, for example "1234.56". */
export const decimal = v.pipe(
  v.string(),
  v.maxLength(MAX_DECIMAL_LENGTH, 'number_format'),
  v.regex(DECIMAL_PATTERN, 'number_format'),
);

/**
 * A decimal in a response: text, or a JSON number from another backend. The output is always text. Exponent notation is
 * refused because it has lost digits.
 */
export const decimalFromServer = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(value => String(value)),
  v.maxLength(MAX_DECIMAL_LENGTH, 'number_format'),
  v.regex(DECIMAL_PATTERN, 'number_format'),
);
