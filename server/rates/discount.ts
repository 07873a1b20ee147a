import { decimalToUnits, unitsToDecimal, trimTrailingZeros, type Units } from '#core/exchange/amount.ts';

/** Decimals for percent calculations. */
const PERCENT_DECIMALS = 8;

/** Maximum discount, percent. */
const MAX_DISCOUNT = decimalToUnits('1', PERCENT_DECIMALS);

/**
 * Calculates the discount in percent, decimal text. It is the larger of the pair's own discount and the promocode's
 * share of the margin, not their sum, and at most 1. `promocodeShare` is percent of the margin; null if none.
 */
export function calculateDiscount(
  pairDiscount: string | null,
  margin: string,
  promocodeShare: string | null,
): string {
  const promocodeDiscount =
    promocodeShare === null
      ? 0n
      : (decimalToUnits(margin, PERCENT_DECIMALS) * decimalToUnits(promocodeShare, PERCENT_DECIMALS)) /
        (100n * 10n ** BigInt(PERCENT_DECIMALS));
  const best = maxUnits(
    pairDiscount === null ? 0n : decimalToUnits(pairDiscount, PERCENT_DECIMALS),
    promocodeDiscount,
  );
  return trimTrailingZeros(unitsToDecimal(best > MAX_DISCOUNT ? MAX_DISCOUNT : best, PERCENT_DECIMALS));
}

function maxUnits(a: Units, b: Units): Units {
  return a > b ? a : b;
}
