import type { ServerContext } from '../../context.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { findPaymentTarget, savePaymentTarget } from '../payment/assignPaymentTarget.ts';
import { findPendingOffer } from './pendingOffer.ts';
import { findOfferRefusal } from './offerRefusal.ts';
import { applyRecalculation, getCurrentCourse, loadClaimCurrencies } from './recalculation.ts';
import { isRepricedUnpaid } from './repricing.ts';
import { notFoundProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';
import { transitionClaim } from '../status/transitionClaim.ts';

/** Retry-After while no requisite to pay to is active. */
const NO_REQUISITE_RETRY_SECONDS = 60;

/**
 * Accepts the pending recalculation for the client: its sums become the claim's. A claim that was repriced before its
 * payment is waiting then, with a full payment window. A payment in a network goes through its confirmations and the
 * AML check like any other; another is paid. Returns null if the offer is accepted, by this call or an earlier one;
 * else a 409: no pending offer, one that has expired or breaks a limit, no fresh price, or a small reserve; or a 503
 * without a requisite to pay to.
 */
export async function acceptOffer(context: ServerContext, id: string): Promise<ProblemResult | null> {
  const now = context.now();
  const result = await transactOnClaim(
    context.db,
    id,
    async (trx, claim): Promise<{ ok: true } | ProblemResult> => {
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
      const refusal = await findOfferRefusal(context, trx, claim, offer);
      if (refusal !== null)
        return createProblem(409, 'transition_forbidden', { status: claim.status, refusal });
      if (!(await getCurrentCourse(context, trx, claim))) return createProblem(409, 'rate_stale');
      await trx.updateTable('recalculations').set({ state: 'accepted' }).where('id', '=', offer.id).execute();
      const isUnpaid = await isRepricedUnpaid(trx, claim);
      // Before the reserve: creations lock the sum at an address and the reserve in this order, too.
      const payTo = isUnpaid ? await findPaymentTarget(context, trx, claim, now) : null;
      if (isUnpaid && payTo === null)
        return createProblem(503, 'requisites_busy', { retryAfter: NO_REQUISITE_RETRY_SECONDS });
      const reserveProblem = createProblem(409, 'reserve_waiting', { status: claim.status });
      if (!(await applyRecalculation(trx, claim, offer, now))) return reserveProblem;
      if (payTo !== null) await savePaymentTarget(context, trx, claim, payTo, now);
      const { from } = await loadClaimCurrencies(trx, claim);
      const to = isUnpaid ? 'waiting' : from.kind === 'crypto' ? 'confirming' : 'paid';
      const outcome = await transitionClaim(trx, { id, from: 'hold', to, actor: 'client', now });
      return outcome.ok ? outcome : reserveProblem;
    },
  );
  return result.ok ? null : result;
}
