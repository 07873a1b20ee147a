import { powerOfTen, type Units } from '#core/exchange/amount.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';

/**
 * Converts an amount in the smallest units of a network, which has `decimals`, to units of the currency, which may have
 * fewer.
 */
export function toUnitsRoundedDown(
  value: bigint,
  decimals: number,
  currency: Pick<CurrencyRow, 'decimals'>,
): Units {
  const difference = decimals - Number(currency.decimals);
  return difference >= 0 ? value / powerOfTen(difference) : value * powerOfTen(-difference);
}
