import type { StaffInvitation, StaffRoleChange } from '#core/contract/operator/staffList.ts';
import { findUserByEmail } from '#server/accounts/sessions/login.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { selectRows } from '../selectRows.ts';
import { changeStaffRole } from './staffMembers.ts';
import { findAuthor } from '../auditLog.ts';

/** Makes an account a member of staff. 400 as `inviteStaffCall`. */
export async function inviteAsStaff(
  context: OperatorContext,
  { email, role }: StaffInvitation,
): Promise<void> {
  const user = await findUserByEmail(context.db, email.toLowerCase());
  if (!user) throw createFieldProblem({ email: { code: 'account_unknown' } });
  await changeStaffRole(context, { userId: user.id, role }, (_, before) => {
    if (before !== null) throw createFieldProblem({ email: { code: 'staff_already' } });
  });
}

/**
 * Changes the role of a member of staff, or removes it. 409 as `changeStaffRoleCall`: nobody changes the own role, and
 * the last admin stays, also if two admins remove each other at once.
 */
export async function changeRoleAsStaff(
  context: OperatorContext & { userId: string },
  userId: string,
  { role, seen }: StaffRoleChange,
): Promise<void> {
  if (userId === context.userId) throw createProblem(409, 'staff_self');
  await changeStaffRole(context, { userId, role }, async (trx, before) => {
    if (before !== seen) throw createProblem(409, 'staff_changed', await findLastChange(trx, userId));
    if (before !== 'admin' || role === 'admin') return;
    const admins = trx.selectFrom('staff').select('user_id').where('role', '=', 'admin');
    if (!(await admins.where('user_id', '<>', userId).executeTakeFirst()))
      throw createProblem(409, 'staff_last_admin');
  });
}

/** Who changed the role of an account last, and when. */
const findLastChange = (trx: Db, userId: string) =>
  findAuthor(selectRows(trx, 'operator_changes', { target: userId }).where('command', 'like', 'staff %'));
