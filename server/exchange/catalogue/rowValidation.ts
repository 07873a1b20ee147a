import * as v from 'valibot';
import { isNonZero } from '#core/exchange/amount.ts';
import type { PairRow, PromocodeRow } from '#server/platform/database/catalogueRows.ts';

/** Percent from 0 to below 100 with at most 6 decimals, decimal text. */
export const PercentSchema = v.pipe(v.string(), v.regex(/^\d{1,2}(\.\d{1,6})?$/));

const ShareSchema = v.union([v.literal('100'), PercentSchema]);
const TextListSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** Whether the text is a valid frozen course: above 0. */
export function isPositiveCourse(text: string): boolean {
  return /^\d{1,20}(\.\d{1,30})?$/.test(text) && isNonZero(text);
}

/** Whether the row of a pair is valid: percents below 100, a course above 0. */
export function isValidPairRow({ margin, discount, frozen_course }: PairRow): boolean {
  const percents = [margin, discount].every(text => text === null || v.is(PercentSchema, text));
  return percents && (frozen_course === null || isPositiveCourse(frozen_course));
}

/** Whether a promocode's share of the margin is valid: at most 100 percent. */
export function isValidPromocodeRow({ percent }: PromocodeRow): boolean {
  return v.is(ShareSchema, percent);
}

/** Parses a column with a JSON array of texts. Null if invalid. */
export function parseTextList(text: string): readonly string[] | null {
  const parsed = v.safeParse(TextListSchema, text);
  return parsed.success ? parsed.output : null;
}
