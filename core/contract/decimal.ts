import * as v from 'valibot';

/** The greatest length of a decimal on the wire, sign-less digits and one dot. */
export const MAX_DECIMAL_LENGTH = 40;

const DECIMAL_PATTERN = /^\d+(\.\d+)?$/;

/** Money, a limit or a course: a non-negative decimal text such as "1234.56"; the dot is the only separator. */
export const decimal = v.pipe(
  v.string(),
  v.maxLength(MAX_DECIMAL_LENGTH, 'number_format'),
  v.regex(DECIMAL_PATTERN, 'number_format'),
);

/**
 * A decimal as a server may send it: text, or a JSON number (another backend's habit). Always read into text.
 * A number in exponent form is refused: its digits are already lost.
 */
export const decimalFromServer = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(value => String(value)),
  v.maxLength(MAX_DECIMAL_LENGTH, 'number_format'),
  v.regex(DECIMAL_PATTERN, 'number_format'),
);
