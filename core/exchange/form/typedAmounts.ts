import { decimalToUnits, parseAmount, unitsToDecimal } from '../amount.ts';
import { deriveAmounts } from '../course.ts';
import type { PairDecimals, DerivedAmounts, PairLimits, CourseFraction, SideName } from '../course.ts';
import type { TypedAmount } from './exchangeModel.ts';

/** What the sums are counted with. */
export interface PricingTerms {
  rate: CourseFraction;
  limits: PairLimits;
  decimals: PairDecimals;
}

/** Both sums that count; nothing typed (or an emptied field) means the minimum. */
export function deriveFromTyped(
  typed: TypedAmount | null,
  { rate, limits, decimals }: PricingTerms,
): DerivedAmounts {
  if (!typed || typed.value === null) return deriveAmounts('from', limits.from.min, rate, decimals, limits);
  const units = decimalToUnits(typed.value, decimals[typed.side], 'down');
  return deriveAmounts(typed.side, units, rate, decimals, limits);
}

/** A keystroke: the text stays verbatim, and one that cannot be read leaves the sum that counted on that side. */
export function applyKeystroke(
  previous: TypedAmount | null,
  side: SideName,
  text: string,
  terms: PricingTerms | null,
): TypedAmount {
  const parsed = parseAmount(text);
  const value = parsed.ok
    ? parsed.text
    : parsed.code === 'empty'
      ? null
      : getPreviousValue(previous, side, terms);
  return { side, text, value, isEditing: true };
}

function getPreviousValue(
  previous: TypedAmount | null,
  side: SideName,
  terms: PricingTerms | null,
): string | null {
  if (previous?.side === side) return previous.value;
  return terms && unitsToDecimal(deriveFromTyped(previous, terms)[side], terms.decimals[side]);
}
