import { divideRounded, powerOfTen, unitsToShortDecimal } from '#core/exchange/amount.ts';
import { parseCourse, type CourseFraction } from '#core/exchange/course.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import {
  ONE,
  decreaseByShare,
  divideFractions,
  increaseByShare,
  isGreaterFraction,
  parsePercent,
} from './prices/fraction.ts';

/** A course within the cap, decimal text. */
export interface CappedCourse {
  course: string;
  /** The course by margin, discount and bonus alone; null if the cap does not lower it. */
  uncappedCourse: string | null;
}

/** A course and its parts, decimal text. `margin` and `discount` are percents, before the cap. */
export interface CoursePrice extends CappedCourse {
  sourceCourse: string;
  margin: string;
  discount: string;
}

/** Decimals of a discount that the cap has lowered, percent. */
const GIVEN_DISCOUNT_DECIMALS = 4;

/** Calculates the share of the source price after margin, discount and the bonus of a verified card, all percents. */
export function calculateCourseShare(margin: string, discount: string, bonus: string): CourseFraction {
  const afterMargin = decreaseByShare(ONE, parsePercent(margin));
  return increaseByShare(increaseByShare(afterMargin, parsePercent(discount)), parsePercent(bonus));
}

/** Calculates the maximum share of the source price for any course. */
export function calculateCapShare(marginMin: string): CourseFraction {
  return decreaseByShare(ONE, parsePercent(marginMin));
}

/**
 * Formats a course, at most the source course less `margin_min`. Both are rounded down, and the bound uses the stored
 * source course, so that it also holds for calculations from the texts of a claim.
 */
export function capCourse(exact: CourseFraction, sourceCourse: string, marginMin: string): CappedCourse {
  const cap = decreaseByShare(parseCourse(sourceCourse), parsePercent(marginMin));
  if (!isGreaterFraction(exact, cap)) return { course: courseToDecimal(exact), uncappedCourse: null };
  const [course, uncappedCourse] = [courseToDecimal(cap), courseToDecimal(exact)];
  // They may differ only in digits beyond the precision of a course.
  return { course, uncappedCourse: uncappedCourse === course ? null : uncappedCourse };
}

/**
 * Calculates the discount that a course contains, percent rounded down; null if none. `discount` is the one without the
 * cap, `undiscounted` the course without a discount.
 */
export function calculateGivenDiscount(
  { course, uncappedCourse }: CappedCourse,
  undiscounted: string,
  discount: string,
): string | null {
  // A discount below the precision of a course changes nothing.
  if (discount === '0' || course === undiscounted) return null;
  if (uncappedCourse === null) return discount;
  const { numerator, denominator } = divideFractions(parseCourse(course), parseCourse(undiscounted));
  const scale = powerOfTen(GIVEN_DISCOUNT_DECIMALS + 2);
  const given = divideRounded((numerator - denominator) * scale, denominator, 'down');
  return given === 0n ? null : unitsToShortDecimal(given, GIVEN_DISCOUNT_DECIMALS);
}
