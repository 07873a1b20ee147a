import { decimalToUnits, divideRounded, powerOfTen, unitsToShortDecimal } from '#core/exchange/amount.ts';

/** Decimals for percent calculations. */
const PERCENT_DECIMALS = 8;

/** Maximum discount, percent. */
export const MAX_DISCOUNT_PERCENT = '1';

const MAX_DISCOUNT = decimalToUnits(MAX_DISCOUNT_PERCENT, PERCENT_DECIMALS);

/** Sources of a discount, decimal text; null: not available. */
export interface DiscountSources {
  /** The pair's own discount, percent. */
  pair: string | null;
  /** The discount of the account's turnover, percent. */
  account: string | null;
  /** The promocode's share of the margin, percent. */
  promocodeShare: string | null;
}

/**
 * Calculates the discount in percent, decimal text. It is the largest of the sources, not their sum, and at most 1.
 * `margin`: percent, decimal text.
 */
export function calculateDiscount(
  margin: string,
  { pair, account, promocodeShare }: DiscountSources,
): string {
  const parse = (percent: string | null) => decimalToUnits(percent ?? '0', PERCENT_DECIMALS);
  const share = parse(margin) * parse(promocodeShare);
  const promocode = divideRounded(share, powerOfTen(PERCENT_DECIMALS + 2), 'down');
  const best = [parse(pair), parse(account), promocode].reduce(maxUnits);
  return unitsToShortDecimal(best > MAX_DISCOUNT ? MAX_DISCOUNT : best, PERCENT_DECIMALS);
}

const maxUnits = (a: bigint, b: bigint): bigint => (a > b ? a : b);
