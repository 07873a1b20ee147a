import { decimalToUnits, powerOfTen } from '#core/exchange/amount.ts';
import type { CourseFraction } from '#core/exchange/course.ts';

/** Parses positive decimal text to an exact fraction. Null for zero and for invalid text. */
export function parseFraction(text: string): CourseFraction | null {
  if (!/^\d{1,20}(\.\d{1,20})?$/.test(text)) return null;
  const decimals = text.split('.')[1]?.length ?? 0;
  const numerator = decimalToUnits(text, decimals);
  return numerator === 0n ? null : { numerator, denominator: powerOfTen(decimals) };
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
  const decimals = text.split('.')[1]?.length ?? 0;
  return { numerator: decimalToUnits(text, decimals), denominator: 100n * powerOfTen(decimals) };
}

/** rate × (1 − share). */
export function decreaseByShare(
  { numerator, denominator }: CourseFraction,
  share: CourseFraction,
): CourseFraction {
  return {
    numerator: numerator * (share.denominator - share.numerator),
    denominator: denominator * share.denominator,
  };
}

/** rate × (1 + share). */
export function increaseByShare(
  { numerator, denominator }: CourseFraction,
  share: CourseFraction,
): CourseFraction {
  return {
    numerator: numerator * (share.denominator + share.numerator),
    denominator: denominator * share.denominator,
  };
}

/** A larger change of a price or course is a jump: 5 %. */
export const JUMP_THRESHOLD: CourseFraction = { numerator: 5n, denominator: 100n };

/** Whether a and b differ by more than `share` of b. */
export function differsByMoreThan(a: CourseFraction, b: CourseFraction, share: CourseFraction): boolean {
  const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator];
  const gap = left > right ? left - right : right - left;
  return gap * share.denominator > right * share.numerator;
}
