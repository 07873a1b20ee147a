import { hasRows } from '#server/platform/database/countRows.ts';
import type { ExchangeContext } from '../../context.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { findPaymentTarget, savePaymentTarget } from '../payment/assignPaymentTarget.ts';
import {
  findPendingOffer,
  applyRecalculation,
  getCurrentCourse,
  loadClaimCurrencies,
} from './recalculation.ts';
import { findOfferRefusal } from './offerRefusal.ts';
import { isRepricedUnpaid } from './repricing.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { transitionClaim } from '../status/transitionClaim.ts';

/** Retry-After while no payment requisite is active. */
const NO_REQUISITE_RETRY_SECONDS = 60;

/**
 * Accepts the pending recalculation for the client: its amounts replace the claim's. A claim that was repriced before
 * its payment becomes `waiting` with a full payment window. A payment in a network passes the confirmations and the AML
 * check like any other; other payments become `paid`. A repetition has no effect. 409 without a pending offer or a
 * fresh price, for an expired offer, amounts outside the limits, and a small reserve; 503 without a payment requisite.
 */
export async function acceptOffer(context: ExchangeContext, id: string): Promise<void> {
  const now = context.now();
  await transactOnClaim(context.db, id, async (trx, claim) => {
    const { status } = claim;
    const offer = status === 'hold' ? await findPendingOffer(trx, id) : null;
    if (!offer) {
      const accepted = trx
        .selectFrom('recalculations')
        .where('claim_id', '=', id)
        .where('state', '=', 'accepted');
      if (status !== 'hold' && (await hasRows(accepted))) return;
      throw createProblem(409, 'transition_forbidden', { status });
    }
    const refusal = await findOfferRefusal(context, trx, claim, offer);
    if (refusal !== null) throw createProblem(409, 'transition_forbidden', { status, refusal });
    if (!(await getCurrentCourse(context, trx, claim))) throw createProblem(409, 'rate_stale');
    await trx.updateTable('recalculations').set({ state: 'accepted' }).where('id', '=', offer.id).execute();
    const isUnpaid = await isRepricedUnpaid(trx, claim);
    // Before the reserve: creations also lock the amount at an address before the reserve.
    const payTo = isUnpaid ? await findPaymentTarget(context, trx, claim, now) : null;
    if (isUnpaid && payTo === null)
      throw createProblem(503, 'requisites_busy', { retryAfter: NO_REQUISITE_RETRY_SECONDS });
    if (!(await applyRecalculation(trx, claim, offer, now)))
      throw createProblem(409, 'reserve_waiting', { status });
    if (payTo !== null) await savePaymentTarget(context, trx, claim, payTo, now);
    const { from } = await loadClaimCurrencies(trx, claim);
    const to = isUnpaid ? 'waiting' : from.kind === 'crypto' ? 'confirming' : 'paid';
    await transitionClaim(context, trx, { id, from: 'hold', to, actor: 'client', now });
  });
}
