import { DECIMAL_PATTERN, isNonZero, powerOfTen, unitsToShortDecimal } from '../exchange/amount.ts';
import { parseCourse } from '../exchange/course.ts';
import { courseToDecimal } from '../exchange/courseDecimal.ts';

/**
 * Converts the price of the received coin to the course, both decimal text: 1 ÷ price, rounded down in favour of the
 * exchange. Returns text that is no positive price as it is.
 */
export function coinPriceToCourse(price: string): string {
  if (!DECIMAL_PATTERN.test(price) || !isNonZero(price)) return price;
  const { numerator, denominator } = parseCourse(price);
  return courseToDecimal({ numerator: denominator, denominator: numerator });
}

/** Finds the shortest price of the received coin that `coinPriceToCourse` converts to this course. Each has one. */
export function courseToCoinPrice(course: string): string {
  const { numerator, denominator } = parseCourse(course);
  const stored = courseToDecimal({ numerator, denominator });
  for (let decimals = 0; ; decimals++) {
    const units = (denominator * powerOfTen(decimals)) / numerator;
    const price = unitsToShortDecimal(units, decimals);
    if (coinPriceToCourse(price) === stored) return price;
  }
}
