import type { Kysely } from 'kysely';
import type { PartnerWithdrawalRow } from '#server/platform/database/partnerRows.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { checkPayable, loadOwner } from './decideWithdrawal.ts';

/**
 * Records that the operator begins to pay a withdrawal. After that neither its partner nor «Это не я» can cancel it.
 * Refused while the partner may not be paid.
 */
export async function beginWithdrawal(
  trx: Kysely<DatabaseSchema>,
  id: string,
  now: number,
): Promise<PartnerWithdrawalRow> {
  const query = trx.selectFrom('partner_withdrawals').selectAll().where('id', '=', id);
  const row = await lockRows(trx, query).executeTakeFirstOrThrow(() => notFoundProblem);
  if (row.status !== 0n) throw createProblem(409, 'withdrawal_decided');
  if (row.begun_at !== null) throw createProblem(409, 'withdrawal_begun');
  checkPayable(await loadOwner(trx, row), now);
  const begun_at = BigInt(now);
  await trx.updateTable('partner_withdrawals').set({ begun_at }).where('id', '=', id).execute();
  return { ...row, begun_at };
}
