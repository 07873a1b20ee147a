import type { Context } from '../context.ts';
import type { ClaimRow } from '../database/schema.ts';
import type { Status } from '#core/claim/status.ts';
import { repeated, type Repeated } from '../repeat.ts';
import { attempt } from './attempt.ts';
import { offerLate } from './late.ts';
import { transition } from './transition.ts';

type Needs = Pick<Context, 'db' | 'now' | 'log'>;

/** What a claim may wait in no longer than its deadline. */
const TIMED: readonly Status[] = ['waiting', 'verification'];

/** Claims expired by one sweep; the next one takes the rest. */
const BATCH = 100;

const PAUSE = 1_000;

/** Whether the claim's time has run out by `now`, whatever its status still says. */
export function isOverdue(claim: Pick<ClaimRow, 'status' | 'deadline'>, now: number): boolean {
  return TIMED.includes(claim.status) && claim.deadline !== null && claim.deadline <= BigInt(now);
}

/** Expires one overdue claim; false when it has gone elsewhere meanwhile, by a payment or another server. */
export async function expire(context: Needs, claim: Pick<ClaimRow, 'id' | 'status'>): Promise<boolean> {
  const change = {
    id: claim.id,
    from: claim.status,
    to: 'expired',
    actor: 'system',
    now: context.now(),
  } as const;
  return (await attempt(context.db, trx => transition(trx, change))).ok;
}

/** Expires what is overdue and answers how many claims that were. Any number of servers may sweep at once. */
export async function sweep(context: Needs): Promise<number> {
  const overdue = await context.db
    .selectFrom('claims')
    .select(['id', 'status'])
    .where('status', 'in', TIMED)
    .where('deadline', '<=', BigInt(context.now()))
    .orderBy('deadline')
    .limit(BATCH)
    .execute();
  let count = 0;
  for (const claim of overdue) if (await expire(context, claim)) count++;
  return count;
}

/** A sweep every second, real time, and the offers that late payments wait for. A failed one is logged and tried again. */
export function expiry(context: Needs & Pick<Context, 'rates'>): Repeated {
  const round = async () => {
    const count = await sweep(context);
    if (count > 0) context.log.info({ count }, 'claims expired');
    await offerLate(context);
  };
  return repeated(PAUSE, round, error => context.log.error({ err: error }, 'expiry failed'));
}
