import {
  parseAmount,
  unitsToDecimal,
  decimalToUnits,
  trimTrailingZeros,
  localizeDecimal,
} from '../amount.ts';
import type { PairDecimals, DerivedAmounts, PairLimits, SideName } from '../course.ts';
import { toFormattedAmount } from './pairView.ts';
import type { AmountFieldHint, FormattedAmount, TypedAmount } from './exchangeModel.ts';

/** The input of `deriveAmountHint()`. */
export interface AmountHintInput {
  typedAmount: TypedAmount | null;
  amounts: DerivedAmounts | null;
  limits: PairLimits | null;
  decimals: PairDecimals;
  reserve: FormattedAmount | null;
}

/** The parsed value as text, if the input was ambiguous or had more decimals than the side; else null. */
function describeReading(text: string, decimals: number): string | null {
  const parsed = parseAmount(text);
  if (!parsed.ok) return null;
  const roundedText = unitsToDecimal(decimalToUnits(parsed.text, decimals, 'down'), decimals);
  const isRounded = trimTrailingZeros(roundedText) !== trimTrailingZeros(parsed.text);
  return parsed.isAmbiguous || isRounded ? `= ${localizeDecimal(trimTrailingZeros(roundedText))}` : null;
}

/** Derives the hint of a side's field, the first of: error, missed limit, parsed value, adjustment, reserve, limits. */
export function deriveAmountHint(
  side: SideName,
  { typedAmount, amounts, limits, decimals, reserve }: AmountHintInput,
): AmountFieldHint {
  const sideDecimals = decimals[side];
  const typedHere = typedAmount?.side === side ? typedAmount : null;
  if (typedHere) {
    const parsed = parseAmount(typedHere.text);
    if (!parsed.ok && parsed.code === 'number_format') return { kind: 'unreadable', code: 'number_format' };
  }
  if (!limits) return { kind: 'none' };
  const { min, max } = limits[side];
  const readingText = typedHere?.isEditing ? describeReading(typedHere.text, sideDecimals) : null;
  const missedLimit = typedHere && typedHere.value !== null ? amounts?.clampedTo : null;
  if (missedLimit === 'min')
    return { kind: 'below_min', limit: toFormattedAmount(min, sideDecimals), reading: readingText };
  if (missedLimit === 'max' && max !== null)
    return { kind: 'above_max', limit: toFormattedAmount(max, sideDecimals), reading: readingText };
  if (readingText !== null) return { kind: 'reading', text: readingText };
  if (typedHere?.adjustment) return { kind: 'adjusted', ...typedHere.adjustment };
  if (side === 'to' && !typedHere && reserve) return { kind: 'reserve', amount: reserve };
  return {
    kind: 'limits',
    min: toFormattedAmount(min, sideDecimals),
    max: max === null ? null : toFormattedAmount(max, sideDecimals),
  };
}
