import type { ReadonlySignal } from '@preact/signals-core';
import type { ClaimModel, ClaimPhase } from './claimModel.ts';
import { isClosedStatus } from './status.ts';

/** Phases of a claim that exists. */
const CLAIM_PHASES: ReadonlySet<ClaimPhase['phase']> = new Set(['opening', 'locked', 'open']);

/** Phases between the form and the request that creates a claim. Leaving a later one could lose the response. */
const STEP_PHASES: ReadonlySet<ClaimPhase['phase']> = new Set(['requisites', 'confirm', 'changed', 'failed']);

/** Creates the methods that show the form instead of some phases only; `startOver` does it from any phase. */
export function createReturnToForm(
  phase: ReadonlySignal<ClaimPhase>,
  startOver: () => void,
): Pick<ClaimModel, 'leaveClaim' | 'leaveClosedClaim' | 'leaveSteps'> {
  return {
    leaveClaim() {
      if (CLAIM_PHASES.has(phase.peek().phase)) startOver();
    },
    leaveClosedClaim() {
      const now = phase.peek();
      if (now.phase === 'open' && isClosedStatus(now.claim.status)) startOver();
    },
    leaveSteps() {
      if (STEP_PHASES.has(phase.peek().phase)) startOver();
    },
  };
}
