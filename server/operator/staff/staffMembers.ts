import type { StaffRole } from '#core/contract/operator/staff.ts';
import { enqueueAccountEmail } from '#server/accounts/accountEmail.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { StaffRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { EXCHANGE_LOCK, lockRows } from '#server/platform/database/rowLocks.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { writeAuditEntry } from '../auditLog.ts';
import type { OperatorContext } from '../operatorContext.ts';

/** Finds the role of an account; undefined: it is not staff. */
export const findStaff = (db: Db, userId: string): Promise<StaffRow | undefined> =>
  db.selectFrom('staff').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Whether a change of a role is refused, given the role before: null without one. Throws the refusal. */
type RoleCheck = (trx: Db, before: StaffRole | null) => void | Promise<void>;

/**
 * Sets the role of an account after `check`, or removes it with null, writes the audit entry, and sends an e-mail to the
 * account and to all admins. A removed member of staff releases all claims.
 */
export function changeStaffRole(
  context: OperatorContext,
  { userId, role }: { userId: string; role: StaffRole | null },
  check: RoleCheck,
): Promise<void> {
  const work = async (trx: Db) => {
    const query = trx.selectFrom('staff').selectAll().where('user_id', '=', userId);
    const before = (await lockRows(trx, query).executeTakeFirst())?.role ?? null;
    await check(trx, before);
    if (before === role) return;
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
    await announceRole(context, trx, { userId, role });
  };
  return runInTransaction(context.db, work, [EXCHANGE_LOCK]);
}

/** Sends an e-mail about the new role of an account to it and to the admins. */
async function announceRole(
  { actor, now }: Pick<OperatorContext, 'actor' | 'now'>,
  trx: Db,
  { userId, role }: { userId: string; role: StaffRole | null },
): Promise<void> {
  const admins = await trx.selectFrom('staff').select('user_id').where('role', '=', 'admin').execute();
  const ids = [userId, ...admins.map(({ user_id }) => user_id)];
  const users = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where(isAnyOf(trx, 'id', ids))
    .execute();
  const member = users.find(({ id }) => id === userId)?.email ?? '';
  for (const { id, email: recipient } of users) {
    const message = { kind: 'staff_changed', member, role, by: actor, isOwn: id === userId } as const;
    await enqueueAccountEmail(trx, { recipient, message, at: BigInt(now()), userId: id });
  }
}
