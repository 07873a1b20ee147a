import type * as v from 'valibot';
import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import {
  MAX_AUTO_WITHDRAWAL,
  type AutoWithdrawal,
  type AutoWithdrawalSet,
} from '#core/contract/account/withdrawals.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import type { AccountDevice } from '#server/accounts/accountClient.ts';
import { buildJournalInsert, reportAccountChange } from '#server/accounts/accountJournal.ts';
import { listSavedFields } from '#server/accounts/requisites/requisiteKinds.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import { lockOwner, lockUser } from '#server/accounts/sessions/login.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem, onRefusal } from '#server/platform/http/problem.ts';
import { findRequisite } from '#server/accounts/requisites/changeRequisite.ts';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { enqueueAccountEmail, type AutoWithdrawalEnd } from '#server/accounts/accountEmail.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import { formatFunds, loadFunds, lockFunds } from '../ledger/postEntry.ts';
import { loadReferralTerms } from '../ledger/referralSettings.ts';
import { ensurePartner, selectPartnerId, findPartner } from '../referral/partners.ts';
import { findObstacle } from './findObstacle.ts';
import { createObstacleProblem, findTarget, writeWithdrawal } from './requestWithdrawal.ts';
import { findDestination } from './withdrawalMethods.ts';

type SettingContext = Pick<ExchangeContext, 'catalogue' | 'db' | 'keys' | 'log' | 'now'>;

/** Reads the automatic withdrawal of a partner; null without one. */
export async function loadAutoWithdrawal(db: Db, partnerId: string): Promise<AutoWithdrawal | null> {
  const row = await db
    .selectFrom('auto_withdrawals')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  return row ? { requisite: row.requisite_id, summa: formatFunds(row.amount) } : null;
}

/**
 * Sets the threshold of automatic withdrawals and their saved requisite. A repetition has no effect. 400 with the
 * field, as for a withdrawal; 403 while payouts are frozen, or the partner is switched off.
 */
export async function setAutoWithdrawal(
  context: SettingContext,
  {
    userId,
    body,
    device,
  }: { userId: string; body: v.InferOutput<typeof AutoWithdrawalSet>; device: AccountDevice },
): Promise<AutoWithdrawal> {
  const { db, now } = context;
  const partner = await ensurePartner(db, userId, now());
  return runInTransaction(db, async trx => {
    const user = await lockOwner(trx, userId);
    const funds = await loadFunds(trx, partner.id, now());
    const obstacle = await findObstacle(trx, { user, partner, funds, minimum: 0n, now: now() });
    if (obstacle?.status === 403) throw createObstacleProblem(obstacle);
    const owned = { userId, id: body.requisite };
    const { requisite, values, method } = await findDestination(context, trx, owned);
    const { minimum } = await loadReferralTerms(trx);
    const amount = decimalToUnits(body.summa, REFERRAL_DECIMALS);
    if (amount < minimum)
      throw createFieldProblem(
        { summa: { code: 'withdrawal_small', min: formatUsd(formatFunds(minimum)) } },
        formatFunds(minimum),
      );
    if (amount > decimalToUnits(MAX_AUTO_WITHDRAWAL, REFERRAL_DECIMALS))
      throw createFieldProblem(
        { summa: { code: 'withdrawal_large', max: formatUsd(MAX_AUTO_WITHDRAWAL) } },
        MAX_AUTO_WITHDRAWAL,
      );
    const auto = { requisite: requisite.id, summa: formatFunds(amount) };
    const earlier = await loadAutoWithdrawal(trx, partner.id);
    if (earlier?.requisite === auto.requisite && earlier.summa === auto.summa) return auto;
    const at = BigInt(now());
    const row = { requisite_id: requisite.id, amount, created_at: at };
    await trx
      .insertInto('auto_withdrawals')
      .values({ partner_id: partner.id, ...row })
      .onConflict(conflict => conflict.column('partner_id').doUpdateSet(row))
      .execute();
    const message = {
      kind: 'auto_withdrawal_on',
      summa: formatUsd(auto.summa),
      requisite: `${method.currency.name} ${maskRequisites(values, listSavedFields(method.currency))}`,
      ...device,
    } as const;
    await reportAccountChange(trx, user, message, at);
    return auto;
  });
}

/** Turns the automatic withdrawal off. A repetition has no effect. */
export async function removeAutoWithdrawal(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  { userId, device }: { userId: string; device: AccountDevice },
): Promise<void> {
  return runInTransaction(db, async trx => {
    await lockUser(trx, userId);
    const { numDeletedRows } = await trx
      .deleteFrom('auto_withdrawals')
      .where('partner_id', 'in', selectPartnerId(trx, userId))
      .executeTakeFirst();
    if (numDeletedRows > 0n) {
      const at = BigInt(now());
      await buildJournalInsert(trx, userId, { kind: 'auto_withdrawal_off', device, at }).execute();
    }
  });
}

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

/** Ends the automatic withdrawal of a user, if there is one (to `requisiteId`), and notifies the owner by an e-mail. */
export async function endAutoWithdrawal(
  trx: Db,
  user: Pick<UserRow, 'id' | 'email'>,
  { reason, requisiteId, at }: { reason: AutoWithdrawalEnd; requisiteId?: string; at: bigint },
): Promise<void> {
  const ended = await trx
    .deleteFrom('auto_withdrawals')
    .where('partner_id', 'in', selectPartnerId(trx, user.id))
    .$if(requisiteId !== undefined, query => query.where('requisite_id', '=', requisiteId ?? ''))
    .returning('amount')
    .executeTakeFirst();
  if (!ended) return;
  const message = {
    kind: 'auto_withdrawal_ended',
    summa: formatUsd(formatFunds(ended.amount)),
    reason,
  } as const;
  await enqueueAccountEmail(trx, { recipient: user.email, message, at, userId: user.id });
}
