import {
  decimalToUnits,
  formatCompactAmount,
  formatFieldAmount,
  parseAmount,
  unitsToDecimal,
} from '../amount.ts';
import type { Units } from '../amount.ts';
import type { SideName } from '../course.ts';
import type { TypedAmount } from './exchangeModel.ts';
import type { CurrentPair } from './pairView.ts';
import { deriveFromTyped } from './typedAmounts.ts';
import type { PricingTerms } from './typedAmounts.ts';

/** A send amount given by a URL or an attribute; null if it cannot be read. */
export function parseGivenAmount(text: string): TypedAmount | null {
  const parsed = parseAmount(text);
  return parsed.ok ? { side: 'from', text, value: parsed.text, isEditing: false } : null;
}

/** The same amount on the other side, for a swap. */
export function swapTypedSide(typed: TypedAmount | null): TypedAmount | null {
  return (
    typed && {
      ...typed,
      side: typed.side === 'from' ? 'to' : 'from',
      isEditing: false,
      adjustment: undefined,
    }
  );
}

/** The minimum or maximum of a side as a typed amount; null without that limit. */
export function createLimitAmount(
  side: SideName,
  limit: 'min' | 'max',
  terms: PricingTerms | null,
): TypedAmount | null {
  const units = terms?.limits[side][limit];
  return terms && units != null ? createCommittedAmount(side, units, terms.decimals[side]) : null;
}

/** The result of leaving the field: the amount to store, and whether its text could be read. */
export interface CommittedAmount {
  typed: TypedAmount | null;
  isReadable: boolean;
}

/**
 * Ends editing: the text becomes the amount within the limits, formatted, and keeps what a limit has replaced.
 * Unreadable text stays as it is, an emptied field becomes null. Without terms the text stays and is not clamped; with
 * `ignoresLimits` it is formatted only.
 */
export function commitTypedAmount(
  typed: TypedAmount | null,
  terms: PricingTerms | null,
  ignoresLimits = false,
): CommittedAmount {
  if (!typed) return { typed, isReadable: true };
  const parsed = parseAmount(typed.text);
  const isReadable = parsed.ok || parsed.code === 'empty';
  if (isReadable && typed.value === null) return { typed: null, isReadable };
  if (!isReadable || !terms || typed.value === null)
    return { typed: typed.isEditing ? { ...typed, isEditing: false } : typed, isReadable };
  const clampedTo = ignoresLimits ? null : deriveFromTyped(typed, terms).clampedTo;
  const decimals = terms.decimals[typed.side];
  const typedUnits = decimalToUnits(typed.value, decimals, 'down');
  const units = clampedTo === null ? typedUnits : (terms.limits[typed.side][clampedTo] ?? typedUnits);
  const adjustment =
    clampedTo === null
      ? typed.adjustment
      : {
          limit: clampedTo,
          previous: typed.adjustment?.previous ?? formatCompactAmount(typedUnits, decimals),
        };
  const next = { ...createCommittedAmount(typed.side, units, decimals), ...(adjustment && { adjustment }) };
  // Keeps the object of an equal amount, so that its subscribers do not run.
  const isSame = typed.text === next.text && typed.value === next.value && !typed.isEditing;
  return { typed: isSame ? typed : next, isReadable };
}

function createCommittedAmount(side: SideName, units: Units, decimals: number): TypedAmount {
  return {
    side,
    text: formatFieldAmount(units, decimals),
    value: unitsToDecimal(units, decimals),
    isEditing: false,
  };
}

/**
 * Adapts the typed amount to another pair. If the currency of its side changes, the amount of the other side stays if
 * that side keeps its currency; else the form starts anew. Networks and banks of one ticker are one currency.
 */
export function keepWorth(
  typed: TypedAmount | null,
  previous: CurrentPair | null,
  next: CurrentPair | null,
  previousTerms: PricingTerms | null,
): TypedAmount | null {
  const keepsCurrency = (side: SideName) => previous?.[side].ticker === next?.[side].ticker;
  if (!typed || !previous || keepsCurrency(typed.side)) return typed;
  const side = typed.side === 'from' ? 'to' : 'from';
  return previousTerms && keepsCurrency(side)
    ? createCommittedAmount(side, deriveFromTyped(typed, previousTerms)[side], previousTerms.decimals[side])
    : null;
}
