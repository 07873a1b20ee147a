import type { Kysely } from 'kysely';
import type { AccountEventKind } from '#core/contract/user.ts';
import { buildJournalInsert } from '../accounts/accountJournal.ts';
import { enqueueAccountMail } from '../accounts/accountMail.ts';
import { removeSecondFactor } from '../accounts/secondFactor/changeSecondFactor.ts';
import { findSecondFactor } from '../accounts/secondFactor/findSecondFactor.ts';
import { findUserByEmail, lockUser } from '../accounts/sessions/login.ts';
import { revokeSessions, selectOpenSessions } from '../accounts/sessions/sessions.ts';
import type { UserRow } from '../database/accountRows.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { findPartner } from '../referral/partners.ts';
import { dropPartnerEvents } from '../webhooks/dropEvents.ts';
import { changeWithAudit } from './auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatInstant,
  formatUsage,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from './operatorCommand.ts';
import { SUPPORT_DEVICE } from './partners/supportDevice.ts';

const ACTIONS = ['sessions', 'block', 'unblock', 'totp-off'] as const;
type SessionAction = Exclude<(typeof ACTIONS)[number], 'totp-off'>;

/** Shows an account, ends its sessions, blocks it, or turns its second factor off. */
export const userCommand: OperatorCommand = {
  usage: ['user <email> [sessions|block|unblock|totp-off]'],
  summary: 'show an account, end its sessions, block or unblock it, turn its second factor off',
  help: [
    '<email>   the account’s e-mail',
    'sessions  end all sessions at once; the owner gets a letter and has to log in again',
    'block     end all sessions and refuse logins, and switch its partner off: nothing accrues or is paid out, its keys and',
    '          webhooks stop, a planned deletion waits; the owner gets a letter',
    'unblock   allow all of that again, from now on',
    'totp-off  turn the second factor off for an owner who has lost the phone and the recovery codes; the owner gets',
    '          a letter. Check first who asks: then the password alone, or the mailbox, opens the account',
  ],
  examples: ['user ivan@mail.example', 'user ivan@mail.example sessions', 'user ivan@mail.example block'],
  options: [],
  argumentRange: [1, 2],
  async run(context, [email = '', action]) {
    const user = await findUserByEmail(context.db, email.trim().toLowerCase());
    if (!user) return createFailure('There is no account with this e-mail.');
    if (action === undefined) return createSuccess(await formatUser(context, user));
    const known = ACTIONS.find(name => name === action);
    if (known === 'totp-off') return turnOffTotp(context, user.id);
    return known ? changeUser(context, user.id, known) : createFailure(formatUsage(userCommand));
  },
};

async function formatUser({ db, now }: OperatorContext, user: UserRow): Promise<string> {
  const sessions = await selectOpenSessions(db, user.id, BigInt(now())).select('id').execute();
  return formatColumns([
    ['id', user.id],
    ['created', formatInstant(user.created_at)],
    ['last login', formatInstant(user.last_login_at)],
    ['blocked', formatInstant(user.blocked_at)],
    ['deletion planned', formatInstant(user.deletion_due_at)],
    ['payouts frozen until', formatInstant(user.payouts_frozen_until)],
    ['second factor', await formatSecondFactor(db, user.id)],
    ['sessions', String(sessions.length)],
  ]);
}

async function formatSecondFactor(db: OperatorContext['db'], userId: string): Promise<string> {
  const factor = await findSecondFactor(db, userId);
  return factor
    ? `since ${formatInstant(factor.confirmed_at)}, ${factor.recoveryCodes} recovery codes`
    : 'off';
}

function turnOffTotp(context: OperatorContext, id: string): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const at = BigInt(context.now());
    const user = await lockUser(trx, id);
    if (!user || !(await removeSecondFactor(trx, user, { device: SUPPORT_DEVICE, at })))
      return createFailure('The second factor is off.');
    return {
      ...createSuccess('The second factor is off now.'),
      entry: { command: 'user totp-off', target: id, detail: {} },
    };
  });
}

function changeUser(context: OperatorContext, id: string, action: SessionAction): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const at = BigInt(context.now());
    const user = await lockUser(trx, id);
    if (!user) return createFailure('There is no account with this e-mail.');
    const isBlocked = user.blocked_at !== null;
    if (action === 'block' && isBlocked) return createFailure('The account is already blocked.');
    if (action === 'unblock' && !isBlocked) return createFailure('The account is not blocked.');
    const sessionCount = action === 'unblock' ? 0 : await revokeSessions(trx, { userId: id, at });
    if (action !== 'sessions') await setBlocked(trx, id, { blockedAt: action === 'block' ? at : null, at });
    const kind: AccountEventKind = action === 'sessions' ? 'sessions_revoked' : `${action}ed`;
    await buildJournalInsert(trx, id, { kind, device: SUPPORT_DEVICE, at }).execute();
    if (sessionCount > 0 || action === 'block') {
      const reason = action === 'block' ? 'blocked' : 'operator';
      const letter = { kind: 'sessions_revoked', reason, ...SUPPORT_DEVICE } as const;
      await enqueueAccountMail(trx, { recipient: user.email, letter, at });
    }
    const result = action === 'sessions' ? '' : ` The account is ${action}ed.`;
    return {
      ...createSuccess(`${sessionCount} sessions ended.${result}`),
      entry: { command: `user ${action}`, target: id, detail: { sessions: String(sessionCount) } },
    };
  });
}

async function setBlocked(
  trx: Kysely<DatabaseSchema>,
  id: string,
  { blockedAt, at }: { blockedAt: bigint | null; at: bigint },
): Promise<void> {
  await trx.updateTable('users').set({ blocked_at: blockedAt }).where('id', '=', id).execute();
  const partner = await findPartner(trx, id);
  if (partner) await dropPartnerEvents(trx, partner.id, at);
}
