import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import type { StaffList } from '#core/contract/operator/staffList.ts';
import { hasStrongFactor } from '#server/accounts/secondFactor/findSecondFactor.ts';
import { selectOpenSessions } from '#server/accounts/sessions/sessions.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { listRights } from './roles.ts';

/** Lists the members of staff with what is known about their work, as the member with this account id sees them. */
export async function listStaff({
  db,
  now,
  userId,
}: Pick<OperatorContext, 'db' | 'now'> & { userId: string }): Promise<StaffList> {
  const rows = await db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select(['users.id', 'users.email', 'users.passkey_count', 'staff.role', 'staff.invited_by', 'staff.at'])
    .select(({ selectFrom }) =>
      selectFrom('claim_holders')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('claims'),
    )
    .orderBy('users.email')
    .execute();
  const members: StaffList['members'] = [];
  for (const row of rows) {
    const session = await selectOpenSessions(db, row.id, BigInt(now()))
      .select('rotated_at')
      .orderBy('rotated_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    members.push({
      id: row.id,
      name: row.email,
      role: row.role,
      isMe: row.id === userId,
      invitedBy: row.invited_by,
      since: formatInstant(row.at),
      activeAt: formatInstantOrNull(session?.rotated_at ?? null),
      hasFactor: await hasStrongFactor(db, row),
      claims: Number(row.claims ?? 0n),
    });
  }
  return { roles: STAFF_ROLES.map(role => ({ role, rights: listRights(role) })), members };
}
