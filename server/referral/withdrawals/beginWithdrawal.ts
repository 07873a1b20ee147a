import type { Kysely } from 'kysely';
import type { PartnerWithdrawalRow } from '../../database/partnerRows.ts';
import { lockRows } from '../../database/rowLocks.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { findPaymentRefusal, loadOwner } from './decideWithdrawal.ts';

/** The withdrawal that the operator begins to pay, or why it is unchanged. `row`: as it is. */
export type BeginResult =
  | { ok: true; row: PartnerWithdrawalRow }
  | { ok: false; code: 'not_found' }
  | {
      ok: false;
      code: 'decided' | 'begun' | 'frozen' | 'partner_off';
      row: PartnerWithdrawalRow;
      until?: bigint;
    };

/** Notes that the operator begins to pay a withdrawal: neither its partner nor «Это не я» cancels it
 * from then on. It is refused while nothing may be paid. */
export async function beginWithdrawal(
  trx: Kysely<DatabaseSchema>,
  id: string,
  now: number,
): Promise<BeginResult> {
  const query = trx.selectFrom('partner_withdrawals').selectAll().where('id', '=', id);
  const row = await lockRows(trx, query).executeTakeFirst();
  if (!row) return { ok: false, code: 'not_found' };
  if (row.status !== 0n) return { ok: false, code: 'decided', row };
  if (row.begun_at !== null) return { ok: false, code: 'begun', row };
  const refusal = findPaymentRefusal(await loadOwner(trx, row), now);
  if (refusal) return { ok: false, ...refusal, row };
  const begun_at = BigInt(now);
  await trx.updateTable('partner_withdrawals').set({ begun_at }).where('id', '=', id).execute();
  return { ok: true, row: { ...row, begun_at } };
}
