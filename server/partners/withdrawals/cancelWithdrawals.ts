import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { MAX_DAILY_CANCELLATIONS, type Withdrawal } from '#core/contract/account/withdrawals.ts';
import type { AccountDevice } from '#server/accounts/accountClient.ts';
import { buildJournalInsert } from '#server/accounts/accountJournal.ts';
import { lockUser } from '#server/accounts/sessions/login.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem, notFoundProblem, onRefusal } from '#server/platform/http/problem.ts';
import { findPartner } from '../referral/partners.ts';
import { decideWithdrawal, findWithdrawal } from './decideWithdrawal.ts';
import { buildWithdrawal } from './listWithdrawals.ts';

const OWN_REASON = 'Вы отменили вывод';

/**
 * Cancels a withdrawal of the partner, which returns its amount to the balance. A repetition has no effect. 404 for
 * another partner's; 409 `withdrawal_begun` if its payment has begun, `withdrawal_decided` if paid; 429 after 20 a day.
 */
export function cancelOwnWithdrawal(
  { catalogue, db, now }: Pick<ExchangeContext, 'catalogue' | 'db' | 'now'>,
  { userId, id, device }: { userId: string; id: string; device: AccountDevice },
): Promise<Withdrawal> {
  return runInTransaction(db, async trx => {
    // Serializes the counted cancellations of one partner.
    await lockUser(trx, userId);
    const partner = await findPartner(trx, userId);
    const found = await findWithdrawal(trx, id);
    if (!partner || found?.partner_id !== partner.id) throw notFoundProblem;
    const at = now();
    const isFirst = found.status === 0n;
    if (isFirst && (await countCancellations(trx, userId, at)) >= MAX_DAILY_CANCELLATIONS)
      throw createProblem(429, 'withdrawal_cancellations', {
        data: { max: String(MAX_DAILY_CANCELLATIONS) },
      });
    const cancel = async () => {
      const decision = { status: 'cancelled', reason: OWN_REASON, onlyWaiting: true, isOwn: true } as const;
      const row = await decideWithdrawal(trx, id, { ...decision, device, now: at });
      const entry = { kind: 'withdrawal_cancelled', device, at: BigInt(at) } as const;
      await buildJournalInsert(trx, userId, entry).execute();
      return row;
    };
    const row = await cancel().catch(
      onRefusal(async problem => {
        const current = await findWithdrawal(trx, id);
        if (current?.status !== 2n) throw problem;
        return current;
      }),
    );
    return buildWithdrawal(catalogue, row);
  });
}

/** Counts the withdrawals that the partner has cancelled in the last 24 hours. */
const countCancellations = (trx: Db, userId: string, now: number): Promise<number> =>
  countRows(
    trx
      .selectFrom('account_events')
      .where('user_id', '=', userId)
      .where('kind', '=', 'withdrawal_cancelled')
      .where('at', '>', BigInt(now - DAY_MS)),
  );

const STOP_REASON = 'Аккаунт остановлен кнопкой «Это не я»';

/**
 * Cancels the withdrawals of an account that its owner has stopped, and returns their amounts to the balance. One that
 * the operator has begun to pay is kept: it may have been paid, but that cannot be recorded while payouts are frozen.
 */
export async function cancelWaitingWithdrawals(trx: Db, userId: string, at: bigint): Promise<void> {
  const open = await trx
    .selectFrom('partner_withdrawals')
    .innerJoin('partners', 'partners.id', 'partner_withdrawals.partner_id')
    .select('partner_withdrawals.id')
    .where('partners.user_id', '=', userId)
    .where('partner_withdrawals.status', '=', 0n)
    .orderBy('partner_withdrawals.created_at')
    .execute();
  const device = { device: 'Кнопка «Это не я»', network: '' };
  // A withdrawal that was decided or begun meanwhile is refused before any write. The stop of the account continues.
  for (const { id } of open)
    await decideWithdrawal(trx, id, {
      status: 'cancelled',
      reason: STOP_REASON,
      onlyWaiting: true,
      device,
      now: Number(at),
    }).catch(onRefusal(() => undefined));
}
