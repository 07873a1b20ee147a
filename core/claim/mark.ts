import { effect, untracked } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Exchange } from '../exchange/model.ts';
import type { Kept } from './kept.ts';
import type { ClaimPhase } from './model.ts';

/** Phases in which the form's figures stay as they were agreed to. */
const HELD: ReadonlySet<ClaimPhase['phase']> = new Set(['captcha', 'sending', 'opening', 'locked', 'open']);

/**
 * Leaves a mark of where this tab is, for the next load, and holds the form while a claim is made of it. The returned
 * function ends that.
 */
export function mark(
  phase: ReadonlySignal<ClaimPhase>,
  kept: Kept,
  exchange: Exchange,
  pair: () => string,
): () => void {
  return effect(() => {
    const now = phase.value;
    if (now.phase === 'requisites' || now.phase === 'confirm' || (now.phase === 'form' && kept.place()))
      kept.keepPlace({ step: now.phase, pair: pair(), claim: null });
    const id = now.phase === 'open' ? now.claim.id : now.phase === 'locked' ? now.id : null;
    if (id !== null) kept.keepPlace({ step: 'form', pair: '', claim: id });
    untracked(() => exchange.hold(HELD.has(now.phase), now.phase !== 'form'));
  });
}
