import type { StaffRole } from '#core/contract/operator/staff.ts';
import type { StaffRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import { writeAuditEntry, type AuditContext } from '../auditLog.ts';

/** Finds the role of an account; undefined: it is not staff. */
export const findStaff = (db: Db, userId: string): Promise<StaffRow | undefined> =>
  db.selectFrom('staff').selectAll().where('user_id', '=', userId).executeTakeFirst();

/**
 * Sets the role of an account, or removes it with null, and writes the audit entry. `trx` is a transaction. Returns the
 * role before, null without one. A removed member of staff releases all claims.
 */
export async function setStaffRole(
  context: AuditContext,
  trx: Db,
  { userId, role }: { userId: string; role: StaffRole | null },
): Promise<StaffRole | null> {
  const query = trx.selectFrom('staff').selectAll().where('user_id', '=', userId);
  const before = (await lockRows(trx, query).executeTakeFirst())?.role ?? null;
  if (before === role) return before;
  if (role === null) {
    await trx.deleteFrom('staff').where('user_id', '=', userId).execute();
    await trx.deleteFrom('claim_holders').where('user_id', '=', userId).execute();
  } else
    await trx
      .insertInto('staff')
      .values({ user_id: userId, role, invited_by: context.actor, at: BigInt(context.now()) })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet({ role }))
      .execute();
  const command = before === null ? 'staff invite' : role === null ? 'staff remove' : 'staff role';
  await writeAuditEntry(context, trx, { command, target: userId, detail: { from: before, to: role } });
  return before;
}
