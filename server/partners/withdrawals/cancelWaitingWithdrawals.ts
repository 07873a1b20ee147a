import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { decideWithdrawal } from './decideWithdrawal.ts';

const STOP_REASON = 'Аккаунт остановлен кнопкой «Это не\u00a0я»';

/**
 * Cancels the withdrawals of an account that its owner has stopped, and returns their amounts to the balance. One that
 * the operator has begun to pay is kept: it may have been paid, but that cannot be recorded while payouts are frozen.
 */
export async function cancelWaitingWithdrawals(
  trx: Kysely<DatabaseSchema>,
  userId: string,
  at: bigint,
): Promise<void> {
  const open = await trx
    .selectFrom('partner_withdrawals')
    .innerJoin('partners', 'partners.id', 'partner_withdrawals.partner_id')
    .select('partner_withdrawals.id')
    .where('partners.user_id', '=', userId)
    .where('partner_withdrawals.status', '=', 0n)
    .orderBy('partner_withdrawals.created_at')
    .execute();
  const device = { device: 'Кнопка «Это не\u00a0я»', network: '' };
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
