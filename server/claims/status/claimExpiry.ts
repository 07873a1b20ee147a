import type { ServerContext } from '../../context.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { createBackgroundJob, type BackgroundJob } from '../../backgroundJob.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { makeDueOffers } from '../recalculation/dueOffers.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import { transitionClaim } from './transitionClaim.ts';

type ExpiryContext = Pick<ServerContext, 'db' | 'now' | 'log'>;

/** Statuses that end at the claim's deadline; so does a hold for a new price before the payment. */
const TIMED_STATUSES: readonly ClaimStatusCode[] = ['waiting', 'verification'];

/** Maximum number of claims expired per run; the next run expires the rest. */
const EXPIRY_BATCH_SIZE = 100;

const EXPIRY_INTERVAL_MS = 1_000;

/** Returns whether the claim's deadline has passed, even if its status has not changed yet. */
export function isClaimOverdue(
  claim: Pick<ClaimRow, 'status' | 'reason' | 'pay_to' | 'deadline'>,
  now: number,
): boolean {
  const isTimed = TIMED_STATUSES.includes(claim.status) || isRepricedUnpaid(claim);
  return isTimed && claim.deadline !== null && claim.deadline <= BigInt(now);
}

/**
 * Expires one overdue claim; a hold is cancelled instead. Returns false if its status has changed meanwhile (a payment,
 * another server).
 */
export async function expireClaim(
  context: ExpiryContext,
  claim: Pick<ClaimRow, 'id' | 'status'>,
): Promise<boolean> {
  const { id, status: from } = claim;
  const end =
    from === 'hold' ? ({ to: 'cancelled', reason: 'rate_moved' } as const) : ({ to: 'expired' } as const);
  const change = { id, from, ...end, actor: 'system', now: context.now() } as const;
  return (await transactIfOk(context.db, trx => transitionClaim(trx, change))).ok;
}

/** Expires overdue claims and returns their number. Safe to run on several servers at once. */
export async function expireOverdueClaims(context: ExpiryContext): Promise<number> {
  const overdue = await context.db
    .selectFrom('claims')
    .select(['id', 'status'])
    .where(({ and, eb, or }) =>
      or([
        eb('status', 'in', TIMED_STATUSES),
        and([eb('status', '=', 'hold'), eb('reason', '=', 'rate_moved'), eb('pay_to', 'is', null)]),
      ]),
    )
    .where('deadline', '<=', BigInt(context.now()))
    .orderBy('deadline')
    .limit(EXPIRY_BATCH_SIZE)
    .execute();
  let count = 0;
  for (const claim of overdue) if (await expireClaim(context, claim)) count++;
  return count;
}

/** Creates the job that expires claims and makes due offers every second. A failed run is logged and retried. */
export function createClaimExpiryJob(context: ExpiryContext & Pick<ServerContext, 'rates'>): BackgroundJob {
  const runOnce = async () => {
    const count = await expireOverdueClaims(context);
    if (count > 0) context.log.info({ count }, 'Claims expired');
    await makeDueOffers(context);
  };
  return createBackgroundJob(EXPIRY_INTERVAL_MS, runOnce, error =>
    context.log.error({ err: error }, 'Cannot expire claims'),
  );
}
