import { findRequisite } from '#server/accounts/requisites/changeRequisite.ts';
import { lockUser } from '#server/accounts/sessions/login.ts';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { loadFunds, lockFunds } from '../ledger/postEntry.ts';
import { loadReferralTerms } from '../ledger/referralSettings.ts';
import { findPartner } from '../referral/partners.ts';
import { endAutoWithdrawal } from './endAutoWithdrawal.ts';
import { findObstacle } from './findObstacle.ts';
import { findTarget, writeWithdrawal } from './requestWithdrawal.ts';

type JobContext = Pick<ExchangeContext, 'catalogue' | 'db' | 'keys' | 'log' | 'now' | 'rates'>;

const JOB_INTERVAL_MS = 60_000;

const AUTO_DEVICE = { device: 'Автоматический вывод', network: '' };

/**
 * Withdraws the available amount of every partner that has reached its threshold, each in a transaction. A withdrawal
 * that is not possible now (payouts are frozen or delayed, five are open, no course) follows later. Returns the number
 * of withdrawals.
 */
export async function withdrawAutomatically(context: JobContext): Promise<number> {
  const { db, log, now } = context;
  // The balance also contains pending amounts.
  const candidates = await db
    .selectFrom('auto_withdrawals')
    .innerJoin('partners', 'partners.id', 'auto_withdrawals.partner_id')
    .innerJoin('partner_balances', 'partner_balances.partner_id', 'auto_withdrawals.partner_id')
    .select(['partners.id', 'partners.user_id', 'auto_withdrawals.amount'])
    .whereRef('partner_balances.balance', '>=', 'auto_withdrawals.amount')
    .execute();
  let count = 0;
  for (const { id, user_id: userId, amount } of candidates)
    try {
      const { available } = await loadFunds(db, id, now());
      if (userId !== null && available >= amount && (await withdrawAll(context, userId))) count++;
    } catch (error) {
      // The others are still processed; the next run tries this one again.
      log.error({ err: error, partner: id }, 'Cannot withdraw automatically');
    }
  return count;
}

/** Withdraws the available amount of a partner, if it still reaches the threshold. Returns whether it did. */
function withdrawAll(context: JobContext, userId: string): Promise<boolean> {
  const { db, now } = context;
  return runInTransaction(db, async trx => {
    const user = await lockUser(trx, userId);
    const partner = await findPartner(trx, userId);
    if (!user || !partner) return false;
    // The locks serialize the processes that run this job: the second one finds nothing available.
    const funds = await lockFunds(trx, partner.id, now());
    const auto = await trx
      .selectFrom('auto_withdrawals')
      .selectAll()
      .where('partner_id', '=', partner.id)
      .executeTakeFirst();
    if (!auto || funds.available < auto.amount) return false;
    if (!(await findRequisite(trx, { userId, id: auto.requisite_id }))) {
      await endAutoWithdrawal(trx, user, { reason: 'requisite_removed', at: BigInt(now()) });
      return false;
    }
    const { minimum } = await loadReferralTerms(trx);
    if (await findObstacle(trx, { user, partner, funds, minimum, now: now() })) return false;
    const target = await findTarget(context, trx, { userId, id: auto.requisite_id }).catch(
      onRefusal(() => null),
    );
    if (!target) return false;
    const written = await writeWithdrawal(context, trx, {
      user,
      partnerId: partner.id,
      amount: funds.available,
      target,
      key: undefined,
      // The mark of an automatic withdrawal: isAutomaticWithdrawal.
      bodyHash: '',
      device: AUTO_DEVICE,
    });
    return written !== null;
  });
}

/** Creates the job for automatic withdrawals, which runs every minute. A failed run is logged and retried. */
export function createAutoWithdrawalJob(context: JobContext): BackgroundJob {
  return createBackgroundJob(
    'auto_withdrawals',
    JOB_INTERVAL_MS,
    () => withdrawAutomatically(context),
    error => context.log.error({ err: error }, 'Automatic withdrawals failed'),
  );
}
