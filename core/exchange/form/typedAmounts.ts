import { decimalToUnits, formatFieldAmount, parseAmount, unitsToDecimal } from '../amount.ts';
import type { Units } from '../amount.ts';
import { deriveAmounts } from '../course.ts';
import type { PairDecimals, DerivedAmounts, PairLimits, CourseFraction, SideName } from '../course.ts';
import type { TypedAmount } from './exchangeModel.ts';

/** The rate, limits and decimals that both amounts of a pair are calculated with. */
export interface PricingTerms {
  rate: CourseFraction;
  limits: PairLimits;
  decimals: PairDecimals;
  /** The send amount if nothing is typed, units; null: the minimum. */
  defaultAmount: Units | null;
}

/** The typed amount after a keystroke: the text stays verbatim; unreadable text keeps the side's last value. */
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

/** Both amounts within the limits, in units; the default amount if nothing is typed or the field is empty. */
export function deriveFromTyped(
  typed: TypedAmount | null,
  { rate, limits, decimals, defaultAmount }: PricingTerms,
): DerivedAmounts {
  if (!typed || typed.value === null)
    return { ...deriveAmounts('from', defaultAmount ?? 0n, rate, decimals, limits), clampedTo: null };
  const units = decimalToUnits(typed.value, decimals[typed.side], 'down');
  return deriveAmounts(typed.side, units, rate, decimals, limits);
}

/** The text of a side's field: verbatim on the typed side, else the derived amount; "" without a course. */
export function formatAmountText(
  side: SideName,
  typed: TypedAmount | null,
  amounts: DerivedAmounts | null,
  decimals: PairDecimals,
): string {
  if (typed?.side === side) return typed.text;
  return amounts ? formatFieldAmount(amounts[side], decimals[side]) : '';
}
