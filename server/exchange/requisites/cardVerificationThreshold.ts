import { decimalToUnits, type Units } from '#core/exchange/amount.ts';
import type { Currency } from '../catalogue/catalogueSnapshot.ts';

/** A card payment of this many roubles or more requires card verification. Decimal text. */
const CARD_VERIFICATION_THRESHOLD_RUB = '15000';

/** The smallest amount sent in this currency that requires card verification, units; null if none does. */
export function getCardVerificationThreshold({
  kind,
  ticker,
  decimals,
}: Pick<Currency, 'kind' | 'ticker' | 'decimals'>): Units | null {
  return kind === 'bank' && ticker === 'RUB'
    ? decimalToUnits(CARD_VERIFICATION_THRESHOLD_RUB, decimals)
    : null;
}
