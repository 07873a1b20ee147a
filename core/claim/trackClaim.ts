import { batch } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';
import { toErrorCode } from '../api/apiError.ts';
import type { ApiError } from '../api/apiError.ts';
import type { ClaimStorage } from './claimStorage.ts';
import type { ClaimOptions, ClaimPhase, ConnectionState, SavedClaim } from './claimModel.ts';
import { isClosedStatus } from './status.ts';
import type { ClaimStatusCode } from './status.ts';
import { createStatusPoller } from './statusPoller.ts';
import type { ClaimSnapshot, StatusPoller } from './statusPoller.ts';

/** What following a claim writes to. */
export interface ClaimTrackingContext {
  options: ClaimOptions;
  storage: ClaimStorage;
  phase: Signal<ClaimPhase>;
  /** When the last answer came, milliseconds by this device's clock. */
  receivedAt: Signal<number>;
  unfinishedClaims: Signal<readonly SavedClaim[]>;
}

/** Watches a claim and shows in the phase what the server tells of it; `first` is what is known already. */
export function trackClaim(
  context: ClaimTrackingContext,
  id: string,
  secret: string | null,
  initial: ClaimSnapshot | null,
  isVisible: boolean,
): StatusPoller {
  const { options, storage, phase, receivedAt, unfinishedClaims } = context;
  let status: ClaimStatusCode | null = initial && 'claim' in initial ? initial.claim.status : null;

  function setConnection(connection: ConnectionState) {
    const now = phase.peek();
    if ('connection' in now && now.connection !== connection) phase.value = { ...now, connection };
  }

  function onStatus(snapshot: ClaimSnapshot) {
    batch(() => {
      receivedAt.value = options.api.clock.now();
      if ('claim' in snapshot) phase.value = { phase: 'open', ...snapshot, connection: 'live' };
      else phase.value = { phase: 'locked', id, status: snapshot.status, connection: 'live' };
    });
    const next = 'claim' in snapshot ? snapshot.claim.status : snapshot.status;
    // A secret counts as good once it opened the claim.
    if ('claim' in snapshot && secret !== null && storage.getSecret(id) === null)
      storage.addClaim({ id, secret, number: snapshot.claim.number, createdAt: snapshot.claim.createdAt });
    if (isClosedStatus(next)) storage.markClosed(id);
    unfinishedClaims.value = storage.getUnfinishedClaims();
    if (next === status) return;
    status = next;
    options.onClaimChange?.({ id, status: next });
  }

  function onError(error: unknown) {
    const now = phase.peek();
    if ('connection' in now && now.connection === 'live') options.onError?.(toErrorCode(error));
    setConnection('lost');
  }

  function onNotFound(error: ApiError) {
    storage.markClosed(id);
    storage.saveStep({ step: 'form', pair: '', claim: null });
    phase.value = { phase: 'failed', code: error.code, returnTo: 'form' };
    options.onError?.(error.code);
  }

  return createStatusPoller(
    options.api,
    { id, secret },
    isVisible,
    { onStatus, onError, onNotFound },
    initial,
  );
}
