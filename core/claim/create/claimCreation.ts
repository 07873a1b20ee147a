import { createClaim } from '../../api/claim.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiError } from '../../api/apiError.ts';
import { backoffDelay } from '../../clock.ts';
import type { ClaimCreated } from '../../contract/claim.ts';
import type { PendingCreation } from '../claimStorage.ts';

const CREATION_RETRY_DELAY = { firstMs: 2_000, maxMs: 15_000 } as const;

/** How a creation ended; `stopped` when it was called off. */
export type ClaimCreationResult = { made: ClaimCreated } | { refused: unknown } | { stopped: true };

/** A creation that goes on until the server has told what became of it. */
export interface ClaimCreation {
  readonly result: Promise<ClaimCreationResult>;
  /** Asks again now instead of waiting. */
  retryNow(): void;
  abort(): void;
}

/**
 * Sends the job, and the very same again after each answer that does not tell whether the claim was made. `unknown` is
 * called when that begins.
 */
export function startClaimCreation(
  client: ApiClient,
  pending: PendingCreation,
  recaptcha: string | null,
  onOutcomeUnknown: () => void,
): ClaimCreation {
  const controller = new AbortController();
  let retryNow = () => undefined as void;

  const waitForRetry = (ms: number) =>
    new Promise<void>(resolve => {
      const cancelTimer = client.clock.setTimer(resolve, ms);
      retryNow = () => {
        cancelTimer();
        resolve();
      };
    });

  async function sendUntilAnswered(): Promise<ClaimCreationResult> {
    for (let n = 0; ; n++) {
      try {
        const body = { ...pending.body, recaptcha };
        const { signal } = controller;
        return { made: await createClaim(client, body, pending.key, { signal, timeout: 15_000 }) };
      } catch (error) {
        if (controller.signal.aborted) return { stopped: true };
        if (!(error instanceof ApiError) || !error.isOutcomeUnknown) return { refused: error };
        onOutcomeUnknown();
        await waitForRetry(backoffDelay(n, CREATION_RETRY_DELAY.firstMs, CREATION_RETRY_DELAY.maxMs));
        if (controller.signal.aborted) return { stopped: true };
      }
    }
  }

  return {
    result: sendUntilAnswered(),
    retryNow: () => retryNow(),
    abort() {
      controller.abort();
      retryNow();
    },
  };
}
