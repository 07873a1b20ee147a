import { effect, untracked } from '@preact/signals-core';
import type { ClaimContext } from './claimContext.ts';
import type { ClaimPhase } from './claimModel.ts';

/** Phases in which the form's amounts must no longer change. */
const SUSPENDED_PHASES: ReadonlySet<ClaimPhase['phase']> = new Set([
  'captcha',
  'sending',
  'opening',
  'locked',
  'open',
]);

/** Saves the current step or claim for a reload and suspends the form while a claim exists. Returns a stop function. */
export function persistStep({ options, storage, phase, getPairKey }: ClaimContext): () => void {
  return effect(() => {
    const now = phase.value;
    const isFormStep = now.phase === 'form' || now.phase === 'requisites' || now.phase === 'confirm';
    // The step `form` is saved only to replace a saved later step.
    if (isFormStep && (now.phase !== 'form' || storage.getSavedStep()))
      storage.saveStep({ step: now.phase, pair: getPairKey(), claim: null });
    const id = now.phase === 'open' ? now.claim.id : now.phase === 'locked' ? now.id : null;
    if (id !== null) storage.saveStep({ step: 'form', pair: '', claim: id });
    untracked(() => options.exchange.suspend(SUSPENDED_PHASES.has(now.phase), now.phase !== 'form'));
  });
}
