import * as v from 'valibot';
import { MAX_DECIMAL_LENGTH } from '../../exchange/amount.ts';
import { textFromServer } from '../decimal.ts';

const signedRule = v.regex(/^-?\d+(\.\d+)?$/, 'number_format');

/** Money that may be negative, in a response: decimal text such as "-12.5". */
export const signedDecimalFromServer = v.pipe(
  v.string(),
  v.maxLength(MAX_DECIMAL_LENGTH, 'number_format'),
  signedRule,
);

/** A step of a reckoning, which may be negative. A product of several decimals has the digits of all of them. */
export const exactDecimalFromServer = v.pipe(
  textFromServer,
  v.maxLength(4 * MAX_DECIMAL_LENGTH, 'number_format'),
  signedRule,
);
