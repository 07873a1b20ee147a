import type { ExchangeContext } from '../../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { hasRows } from '#server/platform/database/countRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { getReceivedTotal } from '../payment/receivedTotal.ts';
import { hasPaymentInTime } from '../payment/seenPayments.ts';
import { makeDueOffers } from '../recalculation/dueOffers.ts';
import { setOfferDue } from '../recalculation/makeOffer.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { transitionClaim } from './transitionClaim.ts';

/** Statuses that end at the claim's deadline; so does a hold for a new price before the payment. */
const TIMED_STATUSES: readonly ClaimStatusCode[] = ['verification', 'waiting', 'claimed'];

/** Maximum number of claims expired per run; the next run expires the rest. */
const EXPIRY_BATCH_SIZE = 100;

const EXPIRY_INTERVAL_MS = 1_000;

/** Returns whether the claim's deadline has passed, even if its status has not changed yet. */
export function isClaimOverdue(claim: Pick<ClaimRow, 'status' | 'deadline'>, now: number): boolean {
  return TIMED_STATUSES.includes(claim.status) && claim.deadline !== null && claim.deadline <= BigInt(now);
}

/**
 * Expires one overdue claim. A hold is cancelled instead, and a partly paid claim is put on hold for its client's
 * decision. Returns false if its status or deadline has changed meanwhile (a payment, photos, another server).
 */
export async function expireClaim(
  context: Pick<ExchangeContext, 'claimSubscribers' | 'db' | 'now'>,
  { id, status: from }: Pick<ClaimRow, 'id' | 'status'>,
): Promise<boolean> {
  const at = context.now();
  const change = { id, actor: 'system', now: at } as const;
  const expiry = transactOnClaim(context.db, id, async (trx, claim) => {
    if (!(await isStillOverdue(trx, claim, from, at))) return false;
    if (from === 'hold') {
      await transitionClaim(context, trx, { ...change, from, to: 'cancelled', reason: 'rate_moved' });
      return true;
    }
    await transitionClaim(context, trx, { ...change, from, to: 'expired' });
    if ((await getReceivedTotal(trx, id)) === null) return true;
    await setOfferDue(trx, { id }, at);
    await transitionClaim(context, trx, { ...change, to: 'hold', reason: 'underpaid' });
    return true;
  });
  return expiry.catch(onRefusal(() => false));
}

/**
 * Whether a locked claim, which was overdue in the status `from`, is still overdue. A payment that a node has seen in time
 * is awaited until it is final.
 */
async function isStillOverdue(trx: Db, claim: ClaimRow, from: ClaimStatusCode, at: number): Promise<boolean> {
  if (claim.status !== from || claim.deadline === null || claim.deadline > BigInt(at)) return false;
  if (from === 'hold') return isRepricedUnpaid(trx, claim);
  return !(await hasRows(trx.selectFrom('claims').where('id', '=', claim.id).where(hasPaymentInTime())));
}

/** Expires overdue claims and returns their number. Safe to run on several servers at once. */
export async function expireOverdueClaims(context: ExchangeContext): Promise<number> {
  const overdue = await context.db
    .selectFrom('claims')
    .select(['id', 'status'])
    .where(({ and, eb, exists, not, or, selectFrom }) =>
      or([
        and([eb('status', 'in', TIMED_STATUSES), not(hasPaymentInTime())]),
        // The same condition as in `isRepricedUnpaid`.
        and([
          eb('status', '=', 'hold'),
          eb('reason', '=', 'rate_moved'),
          eb('pay_to', 'is', null),
          not(exists(selectFrom('payments').select('id').whereRef('claim_id', '=', 'claims.id'))),
        ]),
      ]),
    )
    .where('deadline', '<=', BigInt(context.now()))
    .orderBy('deadline')
    .limit(EXPIRY_BATCH_SIZE)
    .execute();
  let count = 0;
  for (const claim of overdue) {
    if (context.shutdown.signal.aborted) break;
    if (await expireClaim(context, claim)) count++;
  }
  return count;
}

/** Creates the job that expires claims and makes due offers every second. A failed run is logged and retried. */
export function createClaimExpiryJob(context: ExchangeContext): BackgroundJob {
  const runOnce = async () => {
    const count = await expireOverdueClaims(context);
    if (count > 0) context.log.info({ count }, 'Claims expired');
    await makeDueOffers(context);
  };
  return createBackgroundJob('claim_expiry', EXPIRY_INTERVAL_MS, runOnce, error =>
    context.log.error({ err: error }, 'Cannot expire claims'),
  );
}
