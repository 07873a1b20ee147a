import type { Context } from '../context.ts';
import { attempt } from './attempt.ts';
import { offered } from './offered.ts';
import * as recalculation from './recalculation.ts';
import { notFound, problem, type Refusal } from './refusal.ts';
import { transition } from './transition.ts';

/**
 * The client takes the recalculation on offer: its sums become the claim's, hold → paid. Null when it is taken, now or
 * by an earlier call; else why not: nothing on offer, or the reserve has not that much (both 409).
 */
export async function accept(context: Context, id: string): Promise<Refusal | null> {
  const now = context.now();
  const result = await attempt(context.db, async (trx): Promise<{ ok: true } | Refusal> => {
    const claim = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst();
    if (!claim) return notFound;
    const offer = claim.status === 'hold' ? await offered(trx, id) : null;
    if (!offer) {
      const taken = await trx
        .selectFrom('recalculations')
        .select('id')
        .where('claim_id', '=', id)
        .where('state', '=', 'accepted')
        .executeTakeFirst();
      return taken && claim.status !== 'hold'
        ? { ok: true }
        : problem(409, 'transition_forbidden', { status: claim.status });
    }
    await trx.updateTable('recalculations').set({ state: 'accepted' }).where('id', '=', offer.id).execute();
    const short = problem(409, 'reserve_waiting', { status: claim.status });
    if (!(await recalculation.apply(trx, claim, offer, now))) return short;
    const moved = await transition(trx, { id, from: 'hold', to: 'paid', actor: 'client', now });
    return moved.ok ? moved : short;
  });
  return result.ok ? null : result;
}
