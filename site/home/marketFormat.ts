import { decimalToUnits, formatCompactAmount, formatUnits } from '#core/exchange/amount.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { appendUnit } from '#widget/format.ts';

/** Formats a free reserve with its unit: «4 218 560 ₽», «6,4812 BTC». */
export function formatReserve({ amount: text, decimals, currency }: Reserve): string {
  return appendUnit(formatCompactAmount(decimalToUnits(text, decimals), decimals), currency);
}

/** Significant digits of a displayed course of coins, or of rubles below 1. */
const COURSE_SIGNIFICANT_DIGITS = 6;

/**
 * Formats a course (decimal text, units of `currency` received for 1 sent) with its unit: «254 056,85 ₽», «0,0123456 BTC».
 * Rubles have two decimals. Rounds down, so that the table never shows more than the form.
 */
export function formatCourse(course: string, currency: string): string {
  const decimals = currency === 'RUB' && !course.startsWith('0.') ? 2 : countCourseDecimals(course);
  return appendUnit(formatUnits(decimalToUnits(course, decimals), decimals), currency);
}

function countCourseDecimals(course: string): number {
  const [whole = '', fraction = ''] = course.split('.');
  const leadingZeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  const digits =
    whole === '0' ? leadingZeros + COURSE_SIGNIFICANT_DIGITS : COURSE_SIGNIFICANT_DIGITS - whole.length;
  return Math.min(fraction.length, Math.max(0, digits));
}
