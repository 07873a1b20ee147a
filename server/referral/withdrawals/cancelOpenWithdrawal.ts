import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../database/schema.ts';
import { decideWithdrawal } from './decideWithdrawal.ts';

const STOP_REASON = 'Аккаунт остановлен кнопкой «Это не\u00a0я»';

/** Cancels the open withdrawal of an account that its owner has stopped, and returns its sum to the balance. */
export async function cancelOpenWithdrawal(
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
    .executeTakeFirst();
  if (!open) return;
  const device = { device: 'Кнопка «Это не\u00a0я»', network: '' };
  await decideWithdrawal(trx, open.id, { status: 'cancelled', reason: STOP_REASON, device, now: Number(at) });
}
