import { randomUUID } from 'node:crypto';
import type { ClaimCreate, ClaimCreated } from '#core/contract/claim.ts';

/** A claim that somebody wants: its key and body stay the same until the server has said what became of it. */
export interface ClaimAttempt {
  key: string;
  body: ClaimCreate;
  /** Whether it is to be cancelled afterwards. */
  cancel: boolean;
}

/** What the server acknowledged. */
export interface AcknowledgedClaim {
  key: string;
  id: string;
  cancelled: boolean;
}

/** People who create claims at once and never give up: a request that got no answer is sent again with its key. */
export interface ClaimWriters {
  acknowledged: AcknowledgedClaim[];
  /** Requests that a dying server had begun and left without an answer; each was sent again. */
  countCutRequests: () => number;
  /** What a writer ended with, null while all is well. */
  getFailure: () => unknown;
  /** No new wishes; resolves when each one has its answer. Rejects on an answer that is neither yes nor no. */
  stop: () => Promise<void>;
}

/** Starts `count` writers against `origin`. `wish` makes the body and says whether to cancel. */
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
        // The answer's body is part of it: it may break off, too.
        const text = await response.text();
        return new Response(text, { status: response.status });
      } catch (error) {
        if (!isConnectionRefused(error)) cutCount++;
        await new Promise(resolve => setTimeout(resolve, 100));
      }
    }
  }

  async function runWriter() {
    while (open) {
      // People take a breath; it also keeps the number of claims within the reserve.
      await new Promise(resolve => setTimeout(resolve, 20));
      const { key, body, cancel }: ClaimAttempt = { key: randomUUID(), ...createAttempt() };
      const created = await postUntilAnswered('/api/v1/claim/', { 'idempotency-key': key }, body);
      if (created.status !== 201) throw new Error(`create: ${created.status} ${await created.text()}`);
      const { id, secret } = (await created.json()) as ClaimCreated;
      const entry: AcknowledgedClaim = { key, id, cancelled: false };
      acknowledged.push(entry);
      if (!cancel) continue;
      const answer = await postUntilAnswered(`/api/v1/claim/${id}/cancel/`, { 'x-claim-secret': secret }, {});
      if (answer.status !== 200) throw new Error(`cancel: ${answer.status} ${await answer.text()}`);
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

/** Whether nobody was there at all, so that nothing can have come of the request. */
function isConnectionRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
