import { effect, untracked } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { ExchangeModel } from '../exchange/form/exchangeModel.ts';
import type { ClaimStorage } from './claimStorage.ts';
import type { ClaimPhase } from './claimModel.ts';

/** Phases in which the form's figures stay as they were agreed to. */
const SUSPENDED_PHASES: ReadonlySet<ClaimPhase['phase']> = new Set([
  'captcha',
  'sending',
  'opening',
  'locked',
  'open',
]);

/**
 * Leaves a mark of where this tab is, for the next load, and holds the form while a claim is made of it. The returned
 * function ends that.
 */
export function persistStep(
  phase: ReadonlySignal<ClaimPhase>,
  storage: ClaimStorage,
  exchange: ExchangeModel,
  getPairKey: () => string,
): () => void {
  return effect(() => {
    const now = phase.value;
    if (
      now.phase === 'requisites' ||
      now.phase === 'confirm' ||
      (now.phase === 'form' && storage.getSavedStep())
    )
      storage.saveStep({ step: now.phase, pair: getPairKey(), claim: null });
    const id = now.phase === 'open' ? now.claim.id : now.phase === 'locked' ? now.id : null;
    if (id !== null) storage.saveStep({ step: 'form', pair: '', claim: id });
    untracked(() => exchange.suspend(SUSPENDED_PHASES.has(now.phase), now.phase !== 'form'));
  });
}
