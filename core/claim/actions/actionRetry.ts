import type { ClaimKey } from '../../api/claim.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiError } from '../../api/apiError.ts';
import type { UploadTransport } from '../../api/upload.ts';
import { backoffDelay } from '../../clock.ts';
import type { ClaimStatus } from '../../contract/claim.ts';
import type { ClaimStorage } from '../claimStorage.ts';
import type { ClaimPhase } from '../claimModel.ts';

/** What the steps of an open claim need of it. */
export interface ClaimActionContext {
  api: ApiClient;
  /** Sends receipts and tells how far it is; left out: without progress. */
  uploadTransport?: UploadTransport | undefined;
  generateId: () => string;
  /** The claim on screen and its key; null while none is open. */
  getOpenClaim(): { claim: ClaimStatus; key: ClaimKey } | null;
  /** Asks for the claim's state. */
  refetchStatus(): Promise<void>;
  onError(code: string): void;
}

/** Milliseconds until a step is tried again: the first time, and at most. */
const ACTION_RETRY_DELAY = { firstMs: 2_000, maxMs: 10_000 } as const;

/** Whether asking again may help: nobody knows what became of it, or it was not done for now. */
export function isTransientError(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.kind !== 'shape' && (error.isOutcomeUnknown || error.status === 503)
  );
}

/** Waits before attempt `n` + 1, as long as the refusal asks; ends at once when `waiting` is woken or it is called off. */
export function waitForRetry(
  { api }: Pick<ClaimActionContext, 'api'>,
  { retryAfter }: ApiError,
  attempt: number,
  pendingRetries: Set<() => void>,
  signal: AbortSignal,
): Promise<void> {
  const ms = Math.max(
    backoffDelay(attempt, ACTION_RETRY_DELAY.firstMs, ACTION_RETRY_DELAY.maxMs),
    (retryAfter ?? 0) * 1000,
  );
  return new Promise(resolve => {
    const resume = () => {
      cancelTimer();
      pendingRetries.delete(resume);
      resolve();
    };
    const cancelTimer = api.clock.setTimer(resume, ms);
    pendingRetries.add(resume);
    signal.addEventListener('abort', resume, { once: true });
  });
}

/** The claim on screen and its key; null while none is open. */
export function findOpenClaim(
  phase: ClaimPhase,
  storage: Pick<ClaimStorage, 'getSecret'>,
): ReturnType<ClaimActionContext['getOpenClaim']> {
  if (phase.phase !== 'open') return null;
  const { claim } = phase;
  return { claim, key: { id: claim.id, secret: storage.getSecret(claim.id) } };
}
