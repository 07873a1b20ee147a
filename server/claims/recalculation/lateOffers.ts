import type { ServerContext } from '../../context.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { findClaimById } from '../findClaimById.ts';
import { getReceivedTotal } from '../view/claimDetails.ts';
import { offerRecalculation } from '../payment/recordPayment.ts';
import { findPendingOffer } from './pendingOffer.ts';
import { getCurrentCourse } from './recalculation.ts';

type LateOfferContext = Pick<ServerContext, 'db' | 'now' | 'rates'>;

/** Maximum number of offers per run; the next run creates the rest. */
const LATE_OFFER_BATCH_SIZE = 50;

/**
 * Creates the offers of late payments that were recorded while no fresh price was available. Returns how many were
 * created; claims that still have no price wait for the next run.
 */
export async function createLateOffers(context: LateOfferContext): Promise<number> {
  const { db, now } = context;
  const dueClaims = await db
    .selectFrom('claims')
    .select('id')
    .where('status', '=', 'hold')
    .where('reason', '=', 'paid_late')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('payments').select('payments.id').whereRef('payments.claim_id', '=', 'claims.id')),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recalculations')
            .select('recalculations.id')
            .whereRef('recalculations.claim_id', '=', 'claims.id')
            .where('state', '=', 'offered'),
        ),
      ),
    )
    .orderBy('updated_at')
    .limit(LATE_OFFER_BATCH_SIZE)
    .execute();
  let count = 0;
  for (const { id } of dueClaims) {
    const outcome = await transactIfOk(db, async trx => {
      const claim = await findClaimById(trx, id);
      const receivedTotal = await getReceivedTotal(trx, id);
      const currentCourse = claim && (await getCurrentCourse(context, trx, claim));
      const isDue =
        claim?.status === 'hold' && claim.reason === 'paid_late' && !(await findPendingOffer(trx, id));
      if (!isDue || receivedTotal === null || !currentCourse) return { ok: false };
      await offerRecalculation(trx, claim, 'paid_late', receivedTotal, { receivedAt: now(), currentCourse });
      return { ok: true };
    });
    if (outcome.ok) count++;
  }
  return count;
}
