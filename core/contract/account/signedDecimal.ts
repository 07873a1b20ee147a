import * as v from 'valibot';
import { MAX_DECIMAL_LENGTH } from '../decimal.ts';

/** Money that may be negative, in a response: decimal text such as "-12.5". */
export const signedDecimalFromServer = v.pipe(
  v.string(),
  v.maxLength(MAX_DECIMAL_LENGTH, 'number_format'),
  v.regex(/^-?\d+(\.\d+)?$/, 'number_format'),
);
