import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { parseAmount, unitsToDecimal, decimalToUnits } from '../amount.ts';
import type { Units } from '../amount.ts';
import type { SideName } from '../course.ts';
import { formatFieldAmount } from './pairView.ts';
import type { TypedAmount } from './exchangeModel.ts';
import { applyKeystroke, deriveFromTyped } from './typedAmounts.ts';
import type { PricingTerms } from './typedAmounts.ts';

/** The one stored fact about sums and what may happen to it. */
export interface AmountInputModel {
  readonly typedAmount: ReadonlySignal<TypedAmount | null>;
  /** A keystroke: text stays verbatim; what cannot be read leaves the sum that counted. */
  applyKeystroke(side: SideName, text: string): void;
  /** The text becomes the sum that counts; false and untouched when it cannot be read. */
  commit(): boolean;
  /** A limit of a side, filled in. */
  setToLimit(side: SideName, limit: 'min' | 'max'): void;
  setTypedAmount(next: TypedAmount | null): void;
}

/** A sum given from outside (URL, attribute) as typed on the send side; null when it cannot be read. */
export function parseGivenAmount(text: string): TypedAmount | null {
  const parsed = parseAmount(text);
  return parsed.ok ? { side: 'from', text, value: parsed.text, isEditing: false } : null;
}

/** The same sum on the other side, after a swap. */
export function swapTypedSide(typed: TypedAmount | null): TypedAmount | null {
  return typed && { ...typed, side: typed.side === 'from' ? 'to' : 'from', isEditing: false };
}

/** The typing of a form; `terms` are those of the pair on screen, null while there is none. */
export function createAmountInputModel(
  getTerms: () => PricingTerms | null,
  initial: TypedAmount | null,
): AmountInputModel {
  const typedAmount = signal<TypedAmount | null>(initial);

  function setAmount(side: SideName, units: Units, decimals: number) {
    const value = unitsToDecimal(units, decimals);
    const text = formatFieldAmount(units, decimals);
    const previous = typedAmount.peek();
    if (
      previous &&
      previous.side === side &&
      previous.text === text &&
      previous.value === value &&
      !previous.isEditing
    )
      return;
    typedAmount.value = { side, text, value, isEditing: false };
  }

  return {
    typedAmount,
    applyKeystroke(side, text) {
      typedAmount.value = applyKeystroke(typedAmount.peek(), side, text, getTerms());
    },
    commit() {
      const current = typedAmount.peek();
      if (!current) return true;
      const parsed = parseAmount(current.text);
      if (!parsed.ok && parsed.code === 'number_format') {
        if (current.isEditing) typedAmount.value = { ...current, isEditing: false };
        return false;
      }
      const terms = getTerms();
      if (current.value === null) typedAmount.value = null;
      if (!terms || current.value === null) return true;
      const { clampedTo } = deriveFromTyped(current, terms);
      const { min, max } = terms.limits[current.side];
      const decimals = terms.decimals[current.side];
      const ownUnits = decimalToUnits(current.value, decimals, 'down');
      setAmount(
        current.side,
        clampedTo === 'min' ? min : clampedTo === 'max' ? (max ?? ownUnits) : ownUnits,
        decimals,
      );
      return true;
    },
    setToLimit(side, limit) {
      const terms = getTerms();
      const units = terms?.limits[side][limit];
      if (terms && units != null) setAmount(side, units, terms.decimals[side]);
    },
    setTypedAmount(next) {
      typedAmount.value = next;
    },
  };
}
