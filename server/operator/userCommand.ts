import type { AccountEventKind } from '#core/contract/user.ts';
import { buildJournalInsert } from '#server/accounts/accountJournal.ts';
import { enqueueAccountEmail } from '#server/accounts/accountEmail.ts';
import { removeSecondFactor } from '#server/accounts/secondFactor/changeSecondFactor.ts';
import { findSecondFactor } from '#server/accounts/secondFactor/findSecondFactor.ts';
import { findUserByEmail, lockUser } from '#server/accounts/sessions/login.ts';
import { revokeSessions, selectOpenSessions } from '#server/accounts/sessions/sessions.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import { findPartner } from '#server/partners/referral/partners.ts';
import { dropPartnerEvents } from '#server/partners/webhooks/queueEvents.ts';
import {
  defineCall,
  defineChange,
  refuse,
  type Change,
  type ChangeContext,
  type ValueParser,
} from './defineCommand.ts';
import { formatColumns, formatInstant } from './formatText.ts';
import { SUPPORT_DEVICE, type OperatorContext } from './operatorContext.ts';
import { oneOf } from './parseValue.ts';

const ACTIONS = ['sessions', 'block', 'unblock', 'totp-off'] as const;
type SessionAction = Exclude<(typeof ACTIONS)[number], 'totp-off'>;

const parseUser: ValueParser<UserRow> = async (text, { context }) =>
  (await findUserByEmail(context.db, text.trim().toLowerCase())) ??
  refuse('There is no account with this e-mail.');

/** Shows an account, ends its sessions, blocks it, or turns its second factor off. */
export const userCommands = [
  {
    name: 'user',
    summary: 'show an account, end its sessions, block or unblock it, turn its second factor off',
    help: {
      '<email>': 'the account’s e-mail',
      sessions: 'end all sessions at once; the owner gets an e-mail and has to log in again',
      block:
        'end all sessions and refuse logins, and switch its partner off: nothing accrues or is paid out, its keys and webhooks stop, a planned deletion waits; the owner gets an e-mail',
      unblock: 'allow all of that again, from now on',
      'totp-off':
        'turn the second factor off for an owner who has lost the phone and the recovery codes; the owner gets an e-mail. Check first who asks: then the password alone, or the mailbox, opens the account',
    },
    examples: ['user ivan@mail.example', 'user ivan@mail.example sessions', 'user ivan@mail.example block'],
  },
  defineCall('user <email>', { email: parseUser }, (context, { email: user }) => formatUser(context, user)),
  defineChange(
    `user <email> ${ACTIONS.join('|')}`,
    { email: parseUser, action: oneOf('action', ACTIONS) },
    async (context, { email: { id }, action }) => {
      const { db, now } = context;
      const user = (await lockUser(db, id)) ?? refuse('There is no account with this e-mail.');
      const entry = { command: `user ${action}`, target: id };
      if (action !== 'totp-off') return { ...entry, ...(await changeUser(context, user, action)) };
      if (!(await removeSecondFactor(db, user, { device: SUPPORT_DEVICE, at: BigInt(now()) })))
        refuse('The second factor is off.');
      return { ...entry, text: 'The second factor is off now.', detail: {} };
    },
  ),
];

async function formatUser({ db, now }: OperatorContext, user: UserRow): Promise<string> {
  const sessions = await selectOpenSessions(db, user.id, BigInt(now())).select('id').execute();
  const factor = await findSecondFactor(db, user.id);
  const factorText = factor
    ? `since ${formatInstant(factor.confirmed_at)}, ${factor.recoveryCodes} recovery codes`
    : 'off';
  return formatColumns([
    ['id', user.id],
    ['created', formatInstant(user.created_at)],
    ['last login', formatInstant(user.last_login_at)],
    ['blocked', formatInstant(user.blocked_at)],
    ['deletion planned', formatInstant(user.deletion_due_at)],
    ['payouts frozen until', formatInstant(user.payouts_frozen_until)],
    ['second factor', factorText],
    ['sessions', String(sessions.length)],
  ]);
}

async function changeUser(
  { db, now }: ChangeContext,
  { id, email: recipient, blocked_at }: UserRow,
  action: SessionAction,
): Promise<Pick<Change, 'text' | 'detail'>> {
  const at = BigInt(now());
  if (action === 'block' && blocked_at !== null) refuse('The account is already blocked.');
  if (action === 'unblock' && blocked_at === null) refuse('The account is not blocked.');
  const sessionCount = action === 'unblock' ? 0 : await revokeSessions(db, { userId: id, at });
  if (action !== 'sessions') {
    const change = { blocked_at: action === 'block' ? at : null };
    await db.updateTable('users').set(change).where('id', '=', id).execute();
    const partner = await findPartner(db, id);
    if (partner) await dropPartnerEvents(db, partner.id, at);
  }
  const kind: AccountEventKind = action === 'sessions' ? 'sessions_revoked' : `${action}ed`;
  await buildJournalInsert(db, id, { kind, device: SUPPORT_DEVICE, at }).execute();
  if (sessionCount > 0 || action === 'block') {
    const reason = action === 'block' ? 'blocked' : 'operator';
    const message = { kind: 'sessions_revoked', reason, ...SUPPORT_DEVICE } as const;
    await enqueueAccountEmail(db, { recipient, message, at });
  }
  const result = action === 'sessions' ? '' : ` The account is ${action}ed.`;
  return { text: `${sessionCount} sessions ended.${result}`, detail: { sessions: String(sessionCount) } };
}
