import type { ServerContext } from '../../context.ts';
import type { ClaimRow } from '../../database/schema.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { createBackgroundJob, type BackgroundJob } from '../../backgroundJob.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { createLateOffers } from '../recalculation/lateOffers.ts';
import { transitionClaim } from './transitionClaim.ts';

type ExpiryContext = Pick<ServerContext, 'db' | 'now' | 'log'>;

/** What a claim may wait in no longer than its deadline. */
const TIMED_STATUSES: readonly ClaimStatusCode[] = ['waiting', 'verification'];

/** Claims expired by one sweep; the next one takes the rest. */
const EXPIRY_BATCH_SIZE = 100;

const EXPIRY_INTERVAL_MS = 1_000;

/** Whether the claim's time has run out by `now`, whatever its status still says. */
export function isClaimOverdue(claim: Pick<ClaimRow, 'status' | 'deadline'>, now: number): boolean {
  return TIMED_STATUSES.includes(claim.status) && claim.deadline !== null && claim.deadline <= BigInt(now);
}

/** Expires one overdue claim; false when it has gone elsewhere meanwhile, by a payment or another server. */
export async function expireClaim(
  context: ExpiryContext,
  claim: Pick<ClaimRow, 'id' | 'status'>,
): Promise<boolean> {
  const change = {
    id: claim.id,
    from: claim.status,
    to: 'expired',
    actor: 'system',
    now: context.now(),
  } as const;
  return (await transactIfOk(context.db, trx => transitionClaim(trx, change))).ok;
}

/** Expires what is overdue and answers how many claims that were. Any number of servers may sweep at once. */
export async function expireOverdueClaims(context: ExpiryContext): Promise<number> {
  const overdue = await context.db
    .selectFrom('claims')
    .select(['id', 'status'])
    .where('status', 'in', TIMED_STATUSES)
    .where('deadline', '<=', BigInt(context.now()))
    .orderBy('deadline')
    .limit(EXPIRY_BATCH_SIZE)
    .execute();
  let count = 0;
  for (const claim of overdue) if (await expireClaim(context, claim)) count++;
  return count;
}

/** A sweep every second, real time, and the offers that late payments wait for. A failed one is logged and tried again. */
export function createClaimExpiryJob(context: ExpiryContext & Pick<ServerContext, 'rates'>): BackgroundJob {
  const runOnce = async () => {
    const count = await expireOverdueClaims(context);
    if (count > 0) context.log.info({ count }, 'claims expired');
    await createLateOffers(context);
  };
  return createBackgroundJob(EXPIRY_INTERVAL_MS, runOnce, error =>
    context.log.error({ err: error }, 'expiry failed'),
  );
}
