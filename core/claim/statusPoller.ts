import { fetchClaimStatus, fetchClaimRequisite } from '../api/claim.ts';
import type { ClaimKey } from '../api/claim.ts';
import type { ApiClient } from '../api/client.ts';
import { ApiError } from '../api/apiError.ts';
import type { ClaimRequisite, ClaimStatus } from '../contract/claim.ts';
import { isClosedStatus } from './status.ts';
import type { ClaimStatusCode } from './status.ts';

/** Milliseconds between two questions: the first, how it grows while nothing changes, the most. */
const STATUS_POLL_INTERVAL = { firstMs: 5_000, growth: 1.25, maxMs: 15_000 } as const;

/** What the server tells: all of the claim, or without its secret the bare status. */
export type ClaimSnapshot =
  { claim: ClaimStatus; requisite: ClaimRequisite | null } | { status: ClaimStatusCode };

/** Who listens to a watch. */
export interface StatusListener {
  onStatus(snapshot: ClaimSnapshot): void;
  /** No answer; asking goes on. */
  onError(error: unknown): void;
  /** There is no such claim, or not with this secret: asking is over. */
  onNotFound(error: ApiError): void;
}

/** Asks for a claim's state until it is closed; also afterwards when told to wake. */
export interface StatusPoller {
  refresh(): Promise<void>;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

const getSnapshotStatus = (snapshot: ClaimSnapshot): ClaimStatusCode =>
  'claim' in snapshot ? snapshot.claim.status : snapshot.status;

/** A watch over one claim; `first` is what is known of it already. */
export function createStatusPoller(
  client: ApiClient,
  key: ClaimKey,
  isVisible: boolean,
  listener: StatusListener,
  initial: ClaimSnapshot | null,
): StatusPoller {
  let latest = initial;
  let intervalMs: number = STATUS_POLL_INTERVAL.firstMs;
  /** Milliseconds that the server asked to wait (Retry-After). */
  let retryAfterMs = 0;
  let cancelTimer: (() => void) | null = null;
  let isStopped = false;
  let runningPoll: Promise<void> | null = null;
  const controller = new AbortController();
  const { signal } = controller;

  async function fetchSnapshot(): Promise<ClaimSnapshot> {
    const answer = await fetchClaimStatus(client, key, { signal });
    if (!('id' in answer)) return answer;
    const previous = latest && 'claim' in latest ? latest : null;
    // Where to pay changes only with the status; before it is known it is asked for each time.
    const isRequisiteKnown = previous?.requisite && previous.claim.status === answer.status;
    // A merchant's form is asked for when it is to be posted.
    if (answer.merchant) return { claim: answer, requisite: null };
    const requisite = isRequisiteKnown
      ? previous.requisite
      : await fetchClaimRequisite(client, key, { signal });
    return { claim: answer, requisite };
  }

  function scheduleNextPoll() {
    cancelTimer?.();
    cancelTimer = null;
    if (isStopped || !isVisible || (latest && isClosedStatus(getSnapshotStatus(latest)))) return;
    const grownIntervalMs = Math.min(
      STATUS_POLL_INTERVAL.maxMs,
      Math.round(intervalMs * STATUS_POLL_INTERVAL.growth),
    );
    cancelTimer = client.clock.setTimer(
      () => {
        intervalMs = grownIntervalMs;
        void poll();
      },
      Math.max(intervalMs, retryAfterMs),
    );
  }

  async function fetchAndNotify() {
    try {
      const snapshot = await fetchSnapshot();
      if (isStopped) return;
      if (latest === null || getSnapshotStatus(latest) !== getSnapshotStatus(snapshot))
        intervalMs = STATUS_POLL_INTERVAL.firstMs;
      retryAfterMs = 0;
      latest = snapshot;
      listener.onStatus(snapshot);
    } catch (error) {
      if (isStopped) return;
      if (error instanceof ApiError && error.status === 404) {
        isStopped = true;
        listener.onNotFound(error);
        return;
      }
      retryAfterMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      listener.onError(error);
    }
  }

  function poll(): Promise<void> {
    runningPoll ??= fetchAndNotify().finally(() => {
      runningPoll = null;
      scheduleNextPoll();
    });
    return runningPoll;
  }

  if (initial) scheduleNextPoll();
  return {
    async refresh() {
      // An answer already on its way may be older than what the caller knows.
      await runningPoll;
      intervalMs = STATUS_POLL_INTERVAL.firstMs;
      if (!isStopped) await poll();
    },
    setVisible(value) {
      const isShownAgain = value && !isVisible;
      isVisible = value;
      if (isShownAgain && !isStopped) void poll();
      else scheduleNextPoll();
    },
    dispose() {
      isStopped = true;
      cancelTimer?.();
      controller.abort();
    },
  };
}
