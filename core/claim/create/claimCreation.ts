import { sendCall } from '../../api/sendCall.ts';
import { createClaimCall } from '../../contract/claim/claimActions.ts';
import type { ApiClient, CallOptions } from '../../api/client.ts';
import { ApiError } from '../../api/apiError.ts';
import type { Clock } from '../../clock.ts';
import type { BareClaim, ClaimCreated } from '../../contract/claim.ts';
import { createRetrier } from '../../retrier.ts';
import { retryDelay } from '../../retry.ts';
import type { RetryDelay } from '../../retry.ts';
import type { PendingCreation } from '../claimStorage.ts';

/** Milliseconds for one attempt to create a claim. */
const CREATION_TIMEOUT_MS = 15_000;
const CREATION_BACKOFF = { firstMs: 2_000, maxMs: 15_000 } as const;

/** Result of a creation; `stopped` if it was aborted. */
export type ClaimCreationResult<Made = ClaimCreated> =
  { made: Made } | { refused: unknown } | { stopped: true };

/** A creation in progress. */
export interface ClaimCreation<Made = ClaimCreated> {
  readonly result: Promise<ClaimCreationResult<Made>>;
  /** Ends the wait before the next attempt. */
  retryNow(): void;
  abort(): void;
}

/** Retries while the claim may exist. Unlike other actions, a 503 is a refusal that the person sees. */
const retryUnknownOutcome: RetryDelay = (error, attempt) =>
  error instanceof ApiError && error.isOutcomeUnknown ? retryDelay(error, attempt, CREATION_BACKOFF) : null;

/** Sends the creation and repeats it unchanged while its outcome is unknown; `onOutcomeUnknown` runs before each wait. */
export function startClaimCreation(
  client: ApiClient,
  pending: PendingCreation,
  recaptcha: string | null,
  onOutcomeUnknown: () => void,
): ClaimCreation<ClaimCreated | BareClaim> {
  const body = { ...pending.body, recaptcha };
  return repeatUntilKnown(
    client.clock,
    options =>
      sendCall(client, createClaimCall, {
        ...options,
        isAuthorized: true,
        headers: { 'idempotency-key': pending.key },
        body,
      }),
    onOutcomeUnknown,
  );
}

/** Runs a creation with an idempotency key, and again while its outcome is unknown. */
export function repeatUntilKnown<Made>(
  clock: Clock,
  send: (options: CallOptions) => Promise<Made>,
  onOutcomeUnknown: () => void,
): ClaimCreation<Made> {
  const controller = new AbortController();
  const { signal } = controller;
  const retrier = createRetrier(clock, retryUnknownOutcome);
  const options = { signal, timeout: CREATION_TIMEOUT_MS };
  const result = retrier
    .run(() => send(options), { signal, onWait: onOutcomeUnknown })
    .then(
      made => ({ made }),
      (error: unknown) => (signal.aborted ? { stopped: true as const } : { refused: error }),
    );
  return { result, retryNow: retrier.retryNow, abort: () => controller.abort() };
}
