import { STAFF_ROLES, type StaffRole } from '#core/contract/operator/staff.ts';
import { findUserByEmail } from '#server/accounts/sessions/login.ts';
import { hasStrongFactor } from '#server/accounts/secondFactor/findSecondFactor.ts';
import { defineCall, refuse, type ValueParser } from '../defineCommand.ts';
import { formatInstant, formatTable } from '../formatText.ts';
import { oneOf } from '../parseValue.ts';
import { listRights } from './roles.ts';
import { changeStaffRole } from './staffMembers.ts';

const parseUser: ValueParser<{ id: string; email: string; hasFactor: boolean }> = async (
  text,
  { context },
) => {
  const email = text.trim().toLowerCase();
  const user =
    (await findUserByEmail(context.db, email)) ??
    refuse('There is no account with this e-mail. The person has to sign up on the site first.');
  return { id: user.id, email: user.email, hasFactor: await hasStrongFactor(context.db, user) };
};

const parseRole = oneOf('role', STAFF_ROLES);

/** Lists the staff, and gives accounts their roles. */
export const staffCommands = [
  {
    name: 'staff',
    summary: 'list the staff, invite an account, change its role, or remove it',
    help: {
      '<email>': 'the e-mail of an account of the site',
      '<role>': STAFF_ROLES.map(role => `${role} (${listRights(role).join(', ')})`).join('; '),
      remove: 'take all rights away at once; the account stays, and its claims are released',
    },
    notes:
      'A member of staff needs a passkey or the second factor, and logs in with it every 12 hours. Changes of money and of settings need a proof of identity that is at most 10 minutes old.',
    examples: ['staff', 'staff invite anna@mail.example cashier', 'staff remove anna@mail.example'],
  },
  defineCall('staff', {}, async ({ db }) => {
    const rows = await db
      .selectFrom('staff')
      .innerJoin('users', 'users.id', 'staff.user_id')
      .select(['users.email', 'staff.role', 'staff.invited_by', 'staff.at'])
      .orderBy('users.email')
      .execute();
    return formatTable(rows, 'No staff.', {
      'E-MAIL': ({ email }) => email,
      ROLE: ({ role }) => role,
      'INVITED BY': ({ invited_by }) => invited_by,
      SINCE: ({ at }) => formatInstant(at),
    });
  }),
  defineCall(
    'staff invite <email> <role>',
    { email: parseUser, role: parseRole },
    async (context, { email: user, role }) => {
      await changeStaffRole(context, { userId: user.id, role }, (_, before) => {
        if (before !== null) refuse(`${user.email} is ${before} already. Change the role with: staff role.`);
      });
      const hint = user.hasFactor ? '' : ' The account has to add a passkey or the second factor first.';
      return `${user.email} is ${role} now.${hint}`;
    },
  ),
  defineCall(
    'staff role <email> <role>',
    { email: parseUser, role: parseRole },
    async (context, { email: user, role }) => {
      await changeStaffRole(context, { userId: user.id, role }, (_, before) => {
        checkMember(user, before);
        if (before === role) refuse(`${user.email} is ${role} already.`);
      });
      return `${user.email} is ${role} now.`;
    },
  ),
  defineCall('staff remove <email>', { email: parseUser }, async (context, { email: user }) => {
    await changeStaffRole(context, { userId: user.id, role: null }, (_, before) => checkMember(user, before));
    return `${user.email} is no member of staff any more.`;
  }),
];

function checkMember({ email }: { email: string }, role: StaffRole | null): void {
  if (role === null) refuse(`${email} is no member of staff.`);
}
