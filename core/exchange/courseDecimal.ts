import { divideRounded, powerOfTen, unitsToShortDecimal } from './amount.ts';
import { countDecimals, type CourseFraction } from './course.ts';

/** Significant digits of a course in the API. */
const COURSE_SIGNIFICANT_DIGITS = 10;

/** Formats a course with at most 10 significant digits, rounded down in favour of the exchange. */
export function courseToDecimal({ numerator, denominator }: CourseFraction): string {
  if (numerator <= 0n || denominator <= 0n) throw new RangeError('the course is not positive');
  const decimals = countDecimals({ numerator, denominator }, COURSE_SIGNIFICANT_DIGITS);
  return unitsToShortDecimal(divideRounded(numerator * powerOfTen(decimals), denominator, 'down'), decimals);
}
