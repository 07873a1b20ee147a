import type { Kysely } from 'kysely';
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
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { formatFunds, loadFunds } from '../ledger/postEntry.ts';
import { loadReferralTerms } from '../ledger/referralSettings.ts';
import { ensurePartner, selectPartnerId } from '../referral/partners.ts';
import { findObstacle } from './findObstacle.ts';
import { createObstacleProblem } from './requestWithdrawal.ts';
import { findDestination } from './withdrawalMethods.ts';

type SettingContext = Pick<ExchangeContext, 'catalogue' | 'db' | 'keys' | 'log' | 'now'>;

/** Reads the automatic withdrawal of a partner; null without one. */
export async function loadAutoWithdrawal(
  db: Kysely<DatabaseSchema>,
  partnerId: string,
): Promise<AutoWithdrawal | null> {
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
