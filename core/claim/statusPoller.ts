import { fetchClaimStatus, fetchClaimRequisite, type ClaimKey } from '../api/claim.ts';
import type { ApiClient } from '../api/client.ts';
import { ApiError } from '../api/apiError.ts';
import type { ClaimStatus } from '../contract/claim.ts';
import type { ClaimRequisite } from '../contract/claim/claimPayment.ts';
import { createPoller, type PollResult } from '../poller.ts';
import { CLAIM_STATUS_RULES, type ClaimStatusCode } from './status.ts';
import {
  CLOSED_STATUS_POLL_MAX_MS,
  STATUS_POLL_INTERVAL,
  STATUS_POLL_RETRY_DELAY,
} from './statusPollInterval.ts';

/** A claim as the server returns it: complete, or without its secret only the status. */
export type ClaimSnapshot =
  { claim: ClaimStatus; requisite: ClaimRequisite | null } | { status: ClaimStatusCode };

/** Callbacks of a status poller. */
export interface StatusListener {
  onStatus(snapshot: ClaimSnapshot): void;
  /** The request failed; polling continues. */
  onError(error: unknown): void;
  /** The claim does not exist, or the secret is wrong; polling ends. */
  onNotFound(error: ApiError): void;
}

/** Polls a claim's status until it is final. `refresh` and showing the page again poll even then. */
export interface StatusPoller {
  /** Polls after a running poll ends, so that the status is newer than this call. */
  refresh(): Promise<void>;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

/** The status of a complete or a bare claim. */
export const getSnapshotStatus = (snapshot: ClaimSnapshot): ClaimStatusCode =>
  'claim' in snapshot ? snapshot.claim.status : snapshot.status;

async function fetchSnapshot(
  client: ApiClient,
  key: ClaimKey,
  previous: ClaimSnapshot | null,
  signal: AbortSignal,
): Promise<ClaimSnapshot> {
  const claim = await fetchClaimStatus(client, key, { signal });
  if (!('id' in claim)) return claim;
  // A merchant's payment form is fetched when the person opens it.
  if (claim.merchant) return { claim, requisite: null };
  // The requisite changes only with the status.
  if (previous && 'claim' in previous && previous.requisite && previous.claim.status === claim.status)
    return { claim, requisite: previous.requisite };
  return { claim, requisite: await fetchClaimRequisite(client, key, { signal }) };
}

/** Creates a poller of one claim. With an `initial` snapshot the first poll follows after the interval. */
export function createStatusPoller(
  client: ApiClient,
  key: ClaimKey,
  isVisible: boolean,
  listener: StatusListener,
  initial: ClaimSnapshot | null,
): StatusPoller {
  let latest = initial;
  const getRule = () => CLAIM_STATUS_RULES[latest ? getSnapshotStatus(latest) : 'new'];

  async function poll(signal: AbortSignal): Promise<PollResult> {
    try {
      const snapshot = await fetchSnapshot(client, key, latest, signal);
      if (signal.aborted) return null;
      const isChanged = latest === null || getSnapshotStatus(latest) !== getSnapshotStatus(snapshot);
      latest = snapshot;
      listener.onStatus(snapshot);
      return { ok: true, isChanged };
    } catch (error) {
      if (signal.aborted) return null;
      const apiError = error instanceof ApiError ? error : null;
      if (apiError?.status === 404) {
        poller.dispose();
        listener.onNotFound(apiError);
        return null;
      }
      listener.onError(error);
      return { ok: false, retryAfter: apiError?.retryAfter ?? null };
    }
  }

  const poller = createPoller({
    clock: client.clock,
    isVisible,
    interval: {
      ...STATUS_POLL_INTERVAL,
      get maxMs() {
        return getRule().isClosed ? CLOSED_STATUS_POLL_MAX_MS : STATUS_POLL_INTERVAL.maxMs;
      },
    },
    retryDelay: STATUS_POLL_RETRY_DELAY,
    poll,
    isFinished: () => getRule().next.length === 0,
    maxHiddenAgeMs: 0,
  });
  if (initial) poller.restartInterval();
  return {
    refresh: async () => void (await poller.refetch()),
    setVisible: poller.setVisible,
    dispose: poller.dispose,
  };
}
