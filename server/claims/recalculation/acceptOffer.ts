import type { ServerContext } from '../../context.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { findClaimById } from '../findClaimById.ts';
import { findPendingOffer } from './pendingOffer.ts';
import { applyRecalculation } from './recalculation.ts';
import { notFoundProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';
import { transitionClaim } from '../status/transitionClaim.ts';

/**
 * Accepts the pending recalculation for the client: its sums become the claim's, and hold → paid. Returns null if it is
 * accepted, by this call or an earlier one; else a 409: no pending offer, or the reserve is too small.
 */
export async function acceptOffer(context: ServerContext, id: string): Promise<ProblemResult | null> {
  const now = context.now();
  const result = await transactIfOk(context.db, async (trx): Promise<{ ok: true } | ProblemResult> => {
    const claim = await findClaimById(trx, id);
    if (!claim) return notFoundProblem;
    const offer = claim.status === 'hold' ? await findPendingOffer(trx, id) : null;
    if (!offer) {
      const acceptedOffer = await trx
        .selectFrom('recalculations')
        .select('id')
        .where('claim_id', '=', id)
        .where('state', '=', 'accepted')
        .executeTakeFirst();
      return acceptedOffer && claim.status !== 'hold'
        ? { ok: true }
        : createProblem(409, 'transition_forbidden', { status: claim.status });
    }
    await trx.updateTable('recalculations').set({ state: 'accepted' }).where('id', '=', offer.id).execute();
    const reserveProblem = createProblem(409, 'reserve_waiting', { status: claim.status });
    if (!(await applyRecalculation(trx, claim, offer, now))) return reserveProblem;
    const outcome = await transitionClaim(trx, { id, from: 'hold', to: 'paid', actor: 'client', now });
    return outcome.ok ? outcome : reserveProblem;
  });
  return result.ok ? null : result;
}
