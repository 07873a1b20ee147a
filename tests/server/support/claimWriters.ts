import { randomUUID } from 'node:crypto';
import type { ClaimCreated } from '#core/contract/claim.ts';
import type { ClaimCreate } from '#core/contract/claim/claimCreate.ts';

/** A claim to create. Its key and body stay the same until the server confirms the result. */
export interface ClaimAttempt {
  key: string;
  body: ClaimCreate;
  /** Whether to cancel the claim afterwards. */
  cancel: boolean;
}

/** A claim that the server acknowledged. */
export interface AcknowledgedClaim {
  key: string;
  id: string;
  cancelled: boolean;
}

/**
 * Concurrent clients that create claims. They retry each request that was not answered, or answered with 503, with its
 * idempotency key.
 */
export interface ClaimWriters {
  acknowledged: AcknowledgedClaim[];
  /** Number of requests that the server received and did not answer before it stopped. Each was retried. */
  countCutRequests: () => number;
  /** The error that stopped a writer, or null. */
  getFailure: () => unknown;
  /** Stops new attempts and waits for the open ones. Rejects on an unexpected status. */
  stop: () => Promise<void>;
}

/** Starts `count` writers against `origin`. `createAttempt` returns the body and whether to cancel. */
export function startClaimWriters(
  origin: string,
  count: number,
  createAttempt: () => Pick<ClaimAttempt, 'body' | 'cancel'>,
): ClaimWriters {
  const acknowledged: AcknowledgedClaim[] = [];
  let cutCount = 0;
  let open = true;

  async function postUntilAnswered(
    path: string,
    headers: Record<string, string>,
    body: unknown,
  ): Promise<Response> {
    for (;;) {
      try {
        const response = await fetch(origin + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        });
        // The connection can also break while the body is read.
        const text = await response.text();
        // A server that has just started can find the database busy with what its killed predecessor left.
        if (response.status === 503) throw new Error(text);
        return new Response(text, { status: response.status });
      } catch (error) {
        if (error instanceof TypeError && !isConnectionRefused(error)) cutCount++;
        await new Promise(resolve => setTimeout(resolve, 100));
      }
    }
  }

  async function runWriter() {
    while (open) {
      // The pause keeps the number of claims within the reserve.
      await new Promise(resolve => setTimeout(resolve, 20));
      const { key, body, cancel }: ClaimAttempt = { key: randomUUID(), ...createAttempt() };
      const created = await postUntilAnswered('/api/v1/claim/', { 'idempotency-key': key }, body);
      if (created.status !== 201) throw new Error(`create: ${created.status} ${await created.text()}`);
      const { id, secret } = (await created.json()) as ClaimCreated;
      const entry: AcknowledgedClaim = { key, id, cancelled: false };
      acknowledged.push(entry);
      if (!cancel) continue;
      const response = await postUntilAnswered(
        `/api/v1/claim/${id}/cancel/`,
        { 'x-claim-secret': secret },
        {},
      );
      if (response.status !== 200) throw new Error(`cancel: ${response.status} ${await response.text()}`);
      entry.cancelled = true;
    }
  }

  const all = Promise.all(Array.from({ length: count }, runWriter));
  let failure: unknown = null;
  all.catch((error: unknown) => (failure = error));
  return {
    acknowledged,
    countCutRequests: () => cutCount,
    getFailure: () => failure,
    async stop() {
      open = false;
      await all;
    },
  };
}

/** Whether the connection was refused, so that the request had no effect. */
function isConnectionRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
