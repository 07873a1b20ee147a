import { computed, type ReadonlySignal } from '@preact/signals-core';
import { parseAmount } from '../../../exchange/amount.ts';
import type { SideName } from '../../../exchange/course.ts';
import { deriveAmountHint } from '../../../exchange/form/amountHint.ts';
import type { FixedPairModel } from '../../../exchange/form/createFixedPairModel.ts';
import type { ClaimRepeatPhase, RepeatHint } from './claimRepeatModel.ts';

/** Phases that the person's actions set. The other phases depend on the course. */
export type RepeatStep = Extract<ClaimRepeatPhase, { phase: 'editing' | 'sending' | 'changed' | 'created' }>;

/** The phase of the attempt; while the amounts are edited, what the course allows. */
export function derivePhase(
  exchange: FixedPairModel,
  step: RepeatStep,
  unavailableCode: string | null,
): ClaimRepeatPhase {
  if (unavailableCode !== null)
    return { phase: 'unavailable', reason: { code: unavailableCode, detail: '' } };
  if (step.phase !== 'editing') return step;
  const reason = exchange.closedReason.value;
  if (exchange.phase.value.phase === 'ready') return reason ? { phase: 'unavailable', reason } : step;
  const error = exchange.lastError.value;
  if (!error) return { phase: 'loading' };
  const { code, after } = error;
  return code === 'pair_unknown'
    ? { phase: 'unavailable', reason: { code, detail: '' } }
    : { phase: 'failed', failure: { code, ...(after !== null && { after }) } };
}

/** The limits of a side, or what is wrong with its amount. Unlike in the form, an empty field is unreadable. */
export function createHintSignal(exchange: FixedPairModel, side: SideName): ReadonlySignal<RepeatHint> {
  return computed(() => {
    const typed = exchange.typedAmount.value;
    const [amounts, limits, decimals] = [
      exchange.amounts.value,
      exchange.limits.value,
      exchange.decimals.value,
    ];
    if (typed?.side === side && !parseAmount(typed.text).ok) return { kind: 'unreadable' };
    const typedAmount = typed && { ...typed, isEditing: false };
    // A committed amount has no other hint without a reserve.
    return deriveAmountHint(side, { typedAmount, amounts, limits, decimals, reserve: null }) as RepeatHint;
  });
}
