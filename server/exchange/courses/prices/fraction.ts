import { isNonZero } from '#core/exchange/amount.ts';
import { parseFraction, type CourseFraction } from '#core/exchange/course.ts';

/** The fraction 1. */
export const ONE: CourseFraction = { numerator: 1n, denominator: 1n };

/** Parses positive decimal text to an exact fraction. Null for zero and for invalid text. */
export function parsePrice(text: string): CourseFraction | null {
  return /^\d{1,20}(\.\d{1,20})?$/.test(text) && isNonZero(text) ? parseFraction(text) : null;
}

/** a × b. */
export function multiplyFractions(a: CourseFraction, b: CourseFraction): CourseFraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** a ÷ b; b is not zero. */
export function divideFractions(a: CourseFraction, b: CourseFraction): CourseFraction {
  return multiplyFractions(a, { numerator: b.denominator, denominator: b.numerator });
}

/** Whether a > b. */
export function isGreaterFraction(a: CourseFraction, b: CourseFraction): boolean {
  return a.numerator * b.denominator > b.numerator * a.denominator;
}

/** Parses percent as decimal text ("0.6") to a share (0.006). Throws RangeError for invalid text. */
export function parsePercent(text: string): CourseFraction {
  return divideFractions(parseFraction(text), { numerator: 100n, denominator: 1n });
}

/** rate × (1 − share). */
export function decreaseByShare(rate: CourseFraction, { numerator, denominator }: CourseFraction) {
  return multiplyFractions(rate, { numerator: denominator - numerator, denominator });
}

/** rate × (1 + share). */
export function increaseByShare(rate: CourseFraction, { numerator, denominator }: CourseFraction) {
  return multiplyFractions(rate, { numerator: denominator + numerator, denominator });
}

/** A larger change of a price or course is a jump: 5 %. */
export const JUMP_THRESHOLD: CourseFraction = { numerator: 5n, denominator: 100n };

/** Whether a and b differ by more than `share` of b. */
export function differsByMoreThan(a: CourseFraction, b: CourseFraction, share: CourseFraction): boolean {
  const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator];
  const gap = left > right ? left - right : right - left;
  return gap * share.denominator > right * share.numerator;
}
