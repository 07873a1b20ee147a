import { fromText, power } from '#core/exchange/amount.ts';
import type { Rate } from '#core/exchange/course.ts';

/** Positive decimal text → exact fraction, null for zero and for text that is no decimal. */
export function read(text: string): Rate | null {
  if (!/^\d{1,20}(\.\d{1,20})?$/.test(text)) return null;
  const decimals = text.split('.')[1]?.length ?? 0;
  const numerator = fromText(text, decimals);
  return numerator === 0n ? null : { numerator, denominator: power(decimals) };
}

/** a × b. */
export function multiply(a: Rate, b: Rate): Rate {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** a ÷ b; b is not zero. */
export function divide(a: Rate, b: Rate): Rate {
  return multiply(a, { numerator: b.denominator, denominator: b.numerator });
}

/** Percent as decimal text ("0.6") → the share it is (0.006). Throws RangeError on other text. */
export function percent(text: string): Rate {
  const decimals = text.split('.')[1]?.length ?? 0;
  return { numerator: fromText(text, decimals), denominator: 100n * power(decimals) };
}

/** rate × (1 − share). */
export function less({ numerator, denominator }: Rate, share: Rate): Rate {
  return {
    numerator: numerator * (share.denominator - share.numerator),
    denominator: denominator * share.denominator,
  };
}

/** rate × (1 + share). */
export function more({ numerator, denominator }: Rate, share: Rate): Rate {
  return {
    numerator: numerator * (share.denominator + share.numerator),
    denominator: denominator * share.denominator,
  };
}

/** Whether a and b are further apart than `share` of b. */
export function apart(a: Rate, b: Rate, share: Rate): boolean {
  const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator];
  const gap = left > right ? left - right : right - left;
  return gap * share.denominator > right * share.numerator;
}
