import { batch } from '@preact/signals-core';
import type { BareClaim, ClaimCreated } from '../../contract/claim.ts';
import type { ClaimContext } from '../claimContext.ts';
import type { PendingCreation } from '../claimStorage.ts';
import type { ClaimTracker } from '../claimTracker.ts';
import { completeClaim } from '../sentClaim.ts';

/** Saves a created claim and shows it, here or on a page of its own. */
export function showCreatedClaim(
  { options, storage, phase, receivedAt, unfinishedClaims }: ClaimContext,
  tracker: ClaimTracker,
  created: ClaimCreated | BareClaim,
  { body, course, sides }: PendingCreation,
): void {
  const { id } = created;
  const now = options.api.clock.now();
  let claim = null;
  let secret = '';
  if ('secret' in created) ({ secret, ...claim } = created);
  else if (sides) claim = completeClaim(created, { body, course, sides }, now);
  if (claim) {
    const { number, createdAt } = claim;
    storage.addClaim({ id, secret, number, createdAt, sent: secret === '' ? claim : undefined });
  }
  const isOnItsPage = options.openClaimPage?.({ id, secret }) ?? false;
  // The form is at its start when the visitor comes back to it.
  if (isOnItsPage) storage.saveStep({ step: 'form', pair: '', claim: null });
  batch(() => {
    receivedAt.value = now;
    unfinishedClaims.value = storage.getUnfinishedClaims();
    phase.value =
      isOnItsPage || !claim
        ? { phase: 'opening', id, connection: 'live' }
        : { phase: 'open', claim, requisite: null, connection: 'live' };
  });
  options.exchange.draft.clear();
  options.onClaimChange?.({ id, status: created.status });
  if (!isOnItsPage) void tracker.track(id, secret || null, claim && { claim, requisite: null });
}
