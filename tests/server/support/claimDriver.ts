import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { ClaimStatus } from '#core/contract/claim.ts';
import type { ClaimReason, ClaimStatusCode } from '#core/claim/status.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { recordPayment } from '#server/exchange/claims/payment/recordPayment.ts';
import {
  loadClaimCurrencies,
  getCurrentCourse,
} from '#server/exchange/claims/recalculation/recalculation.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import type { TestServer } from '../../support/testServer.ts';
import { tryChange } from './tryChange.ts';

export type JsonBody = Record<string, unknown> & { codes?: Record<string, string>; code?: string };

/** Returns a response's status and its JSON body. */
export async function readStatusAndBody(response: Response | Promise<Response>): Promise<[number, JsonBody]> {
  const resolved = await response;
  return [resolved.status, (await resolved.json()) as JsonBody];
}

/** Creates a claim, with functions for its client's calls, for payments and for the operator's transitions. */
export async function createClaimDriver(
  testServer: TestServer,
  from: string,
  to: string,
  fromSumma?: string,
) {
  const client = createInProcessClient(testServer.app);
  const claim = await client.createClaim(await client.buildClaim(from, to, fromSumma ? { fromSumma } : {}));
  const { id, secret } = claim;
  const { db } = testServer.context;
  const fetchRow = () => db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    client,
    claim,
    id,
    secret,
    fetchRow,
    postStep: (call: string, init: RequestInit = {}) => client.postStep(id, call, secret, init),
    async fetchStatus(): Promise<ClaimStatus> {
      return v.parse(ClaimStatus, await (await client.fetchClaim(id, 'status', secret)).json());
    },
    /** Records a payment; `amount` is decimal text in the send currency. */
    async pay(
      amount: string,
      {
        reference = randomUUID(),
        withoutCourse = false,
      }: { reference?: string; withoutCourse?: boolean } = {},
    ) {
      const row = await fetchRow();
      const { decimals } = await loadClaimCurrencies(db, row);
      return tryChange(db, async trx =>
        recordPayment(testServer.context, trx, row, {
          amount: decimalToUnits(amount, decimals.from),
          reference,
          receivedAt: testServer.now(),
          currentCourse: withoutCourse ? null : await getCurrentCourse(testServer.context, trx, row),
        }),
      );
    },
    /** Moves the claim through statuses as the operator. Throws on a forbidden transition. */
    async move(...path: (ClaimStatusCode | [ClaimStatusCode, ClaimReason])[]) {
      for (const entry of path) {
        const [to, reason] = typeof entry === 'string' ? [entry, null] : entry;
        const change = { id, to, reason, actor: 'operator', now: testServer.now() } as const;
        const result = await tryChange(db, trx => transitionClaim(testServer.context, trx, change));
        if (!result.ok) throw new Error(`${to}: ${result.code}`);
      }
    },
  };
}
