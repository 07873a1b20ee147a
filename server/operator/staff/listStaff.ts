import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import type { StaffList } from '#core/contract/operator/staffList.ts';
import { hasStrongFactor } from '#server/accounts/secondFactor/findSecondFactor.ts';
import { selectOpenSessions } from '#server/accounts/sessions/sessions.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { listRights } from './roles.ts';

/** Lists the members of staff with what is known about their work, as the member with this account id sees them. */
export async function listStaff({
  db,
  now,
  userId,
}: Pick<OperatorContext, 'db' | 'now'> & { userId: string }): Promise<StaffList> {
  const staff = await db.selectFrom('staff').selectAll().orderBy('at').orderBy('user_id').execute();
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'passkey_count'])
    .select(({ selectFrom }) =>
      selectFrom('claim_holders')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('claims'),
    )
    .where(
      isAnyOf(
        db,
        'id',
        staff.map(({ user_id }) => user_id),
      ),
    )
    .execute();
  const members: StaffList['members'] = [];
  for (const { user_id: id, role, invited_by, at } of staff) {
    const user = users.find(one => one.id === id);
    // Removed between the two queries.
    if (!user) continue;
    const session = await selectOpenSessions(db, id, BigInt(now()))
      .select('rotated_at')
      .orderBy('rotated_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    members.push({
      id,
      name: user.email,
      role,
      isMe: id === userId,
      invitedBy: invited_by,
      since: formatInstant(at),
      activeAt: formatInstantOrNull(session?.rotated_at ?? null),
      hasFactor: await hasStrongFactor(db, user),
      claims: Number(user.claims ?? 0n),
    });
  }
  return { roles: STAFF_ROLES.map(role => ({ role, rights: listRights(role) })), members };
}
