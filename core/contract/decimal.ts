import * as v from 'valibot';
import { DECIMAL_PATTERN, MAX_DECIMAL_LENGTH } from '../exchange/amount.ts';

// Money, a limit or a course; the dot is the only separator.
/** A non-negative decimal as text, for example "1234.56". */
export const decimal = v.pipe(
  v.string(),
  v.maxLength(MAX_DECIMAL_LENGTH, 'number_format'),
  v.regex(DECIMAL_PATTERN, 'number_format'),
);

/** Text in a response, or a JSON number from another backend as text. */
export const textFromServer = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(value => String(value)),
);

/**
 * A decimal in a response: text, or a JSON number from another backend. The output is always text. Exponent notation is
 * refused because it has lost digits.
 */
export const decimalFromServer = v.pipe(
  textFromServer,
  v.maxLength(MAX_DECIMAL_LENGTH, 'number_format'),
  v.regex(DECIMAL_PATTERN, 'number_format'),
);
