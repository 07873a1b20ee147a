import type { ExchangeContext } from '../../context.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { getReceivedTotal } from '../payment/receivedTotal.ts';
import { makeOffer, setOfferDue } from './makeOffer.ts';
import { getCurrentCourse } from './recalculation.ts';
import { isRepricedUnpaid } from './repricing.ts';

/** Maximum number of offers per run; the next run makes the rest. */
const OFFER_BATCH_SIZE = 50;

/**
 * Makes the due offers: the first one after a payment or a repricing without a fresh price, and a replacement of each
 * expired one. Claims without a price go to the end of the queue. Returns the number of offers made.
 */
export async function makeDueOffers(context: ExchangeContext): Promise<number> {
  const { db, now, shutdown } = context;
  const dueClaims = await db
    .selectFrom('claims')
    .select('id')
    .where('status', '=', 'hold')
    .where('offer_due_at', '<=', BigInt(now()))
    .orderBy('offer_due_at')
    .limit(OFFER_BATCH_SIZE)
    .execute();
  let count = 0;
  for (const { id } of dueClaims) {
    if (shutdown.signal.aborted) break;
    const hasOffer = await transactOnClaim(db, id, async (trx, claim) => {
      const isDue =
        claim.status === 'hold' && claim.offer_due_at !== null && claim.offer_due_at <= BigInt(now());
      if (!isDue) return false;
      const receivedTotal = await getReceivedTotal(trx, id);
      const amount = receivedTotal ?? ((await isRepricedUnpaid(trx, claim)) ? claim.from_amount : null);
      if (amount === null || claim.reason === null) {
        // No offer is possible: the operator put the claim on hold.
        await setOfferDue(trx, claim, null);
        return false;
      }
      const currentCourse = await getCurrentCourse(context, trx, claim);
      return makeOffer(context, trx, claim, claim.reason, amount, { at: now(), currentCourse });
    });
    if (hasOffer) count++;
  }
  return count;
}
