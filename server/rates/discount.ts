import { decimalToUnits, unitsToDecimal, trimTrailingZeros, type Units } from '#core/exchange/amount.ts';

/** Decimals that percents are counted with. */
const PERCENT_DECIMALS = 8;

/** No discount is greater than this, in percent. */
const MAX_DISCOUNT = decimalToUnits('1', PERCENT_DECIMALS);

/**
 * The discount in percent, decimal text: the best of the pair's own and the promocode's share of the margin, never
 * added up, at most 1. `promocodeShare` is percent of the margin, null without a promocode.
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
