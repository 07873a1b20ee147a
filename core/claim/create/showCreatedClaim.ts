import { batch } from '@preact/signals-core';
import type { ClaimCreated } from '../../contract/claim.ts';
import type { ClaimContext } from '../claimContext.ts';
import type { ClaimTracker } from '../claimTracker.ts';

/** Saves a created claim and shows it, here or on a page of its own. */
export function showCreatedClaim(
  { options, storage, phase, receivedAt, unfinishedClaims }: ClaimContext,
  tracker: ClaimTracker,
  { secret, ...claim }: ClaimCreated,
): void {
  const { id, number, createdAt, status } = claim;
  storage.addClaim({ id, secret, number, createdAt });
  storage.savePendingCreation(null);
  const isOnItsPage = options.openClaimPage?.({ id, secret }) ?? false;
  // The form is at its start when the visitor comes back to it.
  if (isOnItsPage) storage.saveStep({ step: 'form', pair: '', claim: null });
  batch(() => {
    receivedAt.value = options.api.clock.now();
    unfinishedClaims.value = storage.getUnfinishedClaims();
    phase.value = isOnItsPage
      ? { phase: 'opening', id, connection: 'live' }
      : { phase: 'open', claim, requisite: null, connection: 'live' };
  });
  options.exchange.draft.clear();
  options.onClaimChange?.({ id, status });
  if (!isOnItsPage) void tracker.track(id, secret, { claim, requisite: null });
}
