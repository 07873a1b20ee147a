import { batch } from '@preact/signals-core';
import { toErrorCode, type ApiError } from '../api/apiError.ts';
import type { ClaimContext } from './claimContext.ts';
import type { ConnectionState } from './claimModel.ts';
import { isClosedStatus, type ClaimStatusCode } from './status.ts';
import {
  createStatusPoller,
  getSnapshotStatus,
  type ClaimSnapshot,
  type StatusListener,
  type StatusPoller,
} from './statusPoller.ts';

/** Follows the open claim: polls its status and writes it to the phase and the storage. */
export interface ClaimTracker {
  /** Follows this claim instead of the previous one; `initial` is its latest loaded state, null if there is none. */
  track(id: string, secret: string | null, initial: ClaimSnapshot | null): Promise<void>;
  /** Fetches the status; does nothing while no claim is open. */
  refresh(): Promise<void>;
  stop(): void;
  setVisible(isVisible: boolean): void;
}

/** Creates a tracker without a claim. */
export function createClaimTracker(context: ClaimContext): ClaimTracker {
  const { options } = context;
  let isVisible = options.visible ?? true;
  let poller: StatusPoller | null = null;

  function stop() {
    poller?.dispose();
    poller = null;
  }

  return {
    async track(id, secret, initial) {
      stop();
      const listener = createStatusListener(context, id, secret, initial && getSnapshotStatus(initial));
      const key = { id, secret, sentClaim: context.storage.getSentClaim(id) };
      poller = createStatusPoller(options.api, key, isVisible, listener, initial);
      await poller.refresh();
    },
    refresh: async () => poller?.refresh(),
    stop,
    setVisible(value) {
      isVisible = value;
      poller?.setVisible(value);
    },
  };
}

/** Writes the results of one claim's poller. `status` is the last status passed to `onClaimChange`. */
function createStatusListener(
  { options, storage, phase, receivedAt, unfinishedClaims }: ClaimContext,
  id: string,
  secret: string | null,
  status: ClaimStatusCode | null,
): StatusListener {
  function setConnection(connection: ConnectionState) {
    const now = phase.peek();
    if ('connection' in now && now.connection !== connection) phase.value = { ...now, connection };
  }

  return {
    onStatus(snapshot) {
      batch(() => {
        receivedAt.value = options.api.clock.now();
        if ('claim' in snapshot) phase.value = { phase: 'open', ...snapshot, connection: 'live' };
        else phase.value = { phase: 'locked', id, status: snapshot.status, connection: 'live' };
      });
      const next = getSnapshotStatus(snapshot);
      // A secret from a link is saved only after it has opened the claim.
      if ('claim' in snapshot && secret !== null && storage.getSecret(id) === null) {
        const { number, createdAt } = snapshot.claim;
        storage.addClaim({ id, secret, number, createdAt });
      }
      if (isClosedStatus(next)) storage.markClosed(id);
      unfinishedClaims.value = storage.getUnfinishedClaims();
      if (next === status) return;
      status = next;
      options.onClaimChange?.({ id, status: next });
    },
    onError(error) {
      const now = phase.peek();
      if ('connection' in now && now.connection === 'live') options.onError?.(toErrorCode(error));
      setConnection('lost');
    },
    onNotFound(error: ApiError) {
      storage.markClosed(id);
      storage.saveStep({ step: 'form', pair: '', claim: null });
      phase.value = { phase: 'failed', code: error.code, returnTo: 'form' };
      options.onError?.(error.code);
    },
  };
}
