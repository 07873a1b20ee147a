import * as v from 'valibot';
import { ClaimStatus } from '#core/contract/claim.ts';
import type { Reason, Status } from '#core/claim/status.ts';
import { fromText } from '#core/exchange/amount.ts';
import { attempt } from '#server/claims/attempt.ts';
import { received } from '#server/claims/money.ts';
import { currencies, present } from '#server/claims/recalculation.ts';
import { transition } from '#server/claims/transition.ts';
import { inProcess } from './applicant.ts';
import type { World } from './world.ts';

export type Answer = Record<string, unknown> & { codes?: Record<string, string>; code?: string };

/** An answer's status and its JSON. */
export async function told(response: Response | Promise<Response>): Promise<[number, Answer]> {
  const answer = await response;
  return [answer.status, (await answer.json()) as Answer];
}

/** A claim of this world with its maker's calls, and what others do to it: money and the operator. */
export async function maker(world: World, from: string, to: string, fromSumma?: string) {
  const me = inProcess(world.app);
  const claim = await me.create(await me.body(from, to, fromSumma ? { fromSumma } : {}));
  const { id, secret } = claim;
  const { db } = world.context;
  const row = () => db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    me,
    claim,
    id,
    secret,
    row,
    step: (call: string, init: RequestInit = {}) => me.step(id, call, secret, init),
    async status(): Promise<ClaimStatus> {
      return v.parse(ClaimStatus, await (await me.about(id, 'status', secret)).json());
    },
    /** Money comes in, decimal text of the send side. */
    async pay(amount: string, { reference, blind = false }: { reference?: string; blind?: boolean } = {}) {
      const now = await row();
      const { decimals } = await currencies(db, now);
      return attempt(db, async trx =>
        received(trx, now, {
          amount: fromText(amount, decimals.from),
          at: world.now(),
          present: blind ? null : await present(world.context, trx, now),
          ...(reference ? { reference } : {}),
        }),
      );
    },
    /** The operator moves it on, status by status; throws where the table does not let him. */
    async move(...way: (Status | [Status, Reason])[]) {
      for (const one of way) {
        const [to, reason] = typeof one === 'string' ? [one, null] : one;
        const change = { id, to, reason, actor: 'operator', now: world.now() } as const;
        const moved = await attempt(db, trx => transition(trx, change));
        if (!moved.ok) throw new Error(`${to}: ${moved.code}`);
      }
    },
  };
}
