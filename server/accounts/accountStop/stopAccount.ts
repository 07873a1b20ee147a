import type { AccountStop } from '#core/contract/account/recentAccess.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { linkProblem } from '#server/platform/http/problem.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { StopTokenRow, UserRow } from '#server/platform/database/accountRows.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { readAccountToken } from '#server/platform/keys/accountToken.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import type { AccountChangeContext } from '../accountSubscribers.ts';
import { enqueueAccountEmail } from '../accountEmail.ts';
import { maskEmail } from '../accountFields.ts';
import { deleteRecentRequisites } from '../requisites/changeRequisite.ts';
import { lockUser, findUserByEmail } from '../sessions/login.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { RECENT_ACCESS_MS, removeRecentAccess } from './recentAccess.ts';

/** Length of the payout freeze after the owner has stopped the account, milliseconds. */
const PAYOUT_FREEZE_MS = 72 * 3_600_000;

/** End of a freeze that begins at `at`, milliseconds. */
const getFreezeEnd = (at: bigint): bigint => at + BigInt(PAYOUT_FREEZE_MS);

/** A transaction, the locked user, the device of the request, and the time. */
interface StopFacts {
  trx: Db;
  user: UserRow;
  device: AccountDevice;
  at: bigint;
}

/** What «Это не я» undoes, besides recent access (`recentAccess.ts`) and what higher floors undo (`AccountSubscriber.stopped`). */
const STOP_STEPS: readonly ((facts: StopFacts) => Promise<unknown>)[] = [
  ({ trx, user, at }) => revokeSessions(trx, { userId: user.id, at }),
  ({ trx, user }) => trx.deleteFrom('restore_tokens').where('user_id', '=', user.id).execute(),
  // Codes of an e-mail change that is not complete.
  ({ trx, user }) =>
    trx.deleteFrom('email_changes').where('user_id', '=', user.id).where('changed_at', 'is', null).execute(),
  ({ trx, user }) => trx.deleteFrom('login_challenges').where('user_id', '=', user.id).execute(),
  // An unconfirmed app. An active second factor stays, and the owner also needs its code to return.
  ({ trx, user }) =>
    trx.deleteFrom('totp_factors').where('user_id', '=', user.id).where('confirmed_at', 'is', null).execute(),
  // Somebody else may know the password. The owner sets a new one by an e-mail.
  ({ trx, user }) =>
    trx
      .updateTable('users')
      .set({ password_hash: null, deletion_due_at: null })
      .where('id', '=', user.id)
      .execute(),
  // Cards and wallets saved so recently that their e-mails can still stop the account. The owner saves them again.
  ({ trx, user, at, device }) =>
    deleteRecentRequisites(trx, user.id, { since: at - BigInt(RECENT_ACCESS_MS), device, at }),
  ({ trx, user, at }) =>
    trx
      .updateTable('users')
      .set({ payouts_frozen_until: getFreezeEnd(at) })
      .where('id', '=', user.id)
      .execute(),
];

/**
 * Stops an account by «Это не я» of an e-mail: ends all sessions, makes the password invalid, freezes payouts for 72
 * hours, and undoes a change of the address away from the e-mail's address. A repetition changes nothing.
 */
export async function stopAccount(
  context: AccountChangeContext & Pick<ExchangeContext, 'db' | 'keys' | 'now'>,
  token: string,
  device: AccountDevice,
): Promise<AccountStop> {
  const { accountSubscribers, db, keys, now } = context;
  const id = readAccountToken(keys, 'stop', token);
  if (id === null) throw linkProblem;
  return runInTransaction(db, async trx => {
    const at = BigInt(now());
    const row = await trx
      .selectFrom('stop_tokens')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => linkProblem);
    const user = await lockUser(trx, row.user_id);
    const current = await lockStopToken(trx, { id, at });
    if (!user || !current) throw linkProblem;
    if (current.used_at !== null) return formatStop(current, user.email, current.used_at);
    await trx.updateTable('stop_tokens').set({ used_at: at }).where('id', '=', id).execute();
    const hasEmail = await undoEmailChange(trx, user, { email: current.email, at });
    for (const step of STOP_STEPS) await step({ trx, user, device, at });
    for (const { stopped } of accountSubscribers) await stopped(trx, user, at);
    const removed = await removeRecentAccess(context, trx, user, { device, at });
    await buildJournalInsert(trx, user.id, { kind: 'account_stopped', device, at }).execute();
    const email = hasEmail ? current.email : user.email;
    // Also sent to the address that the account has just lost: it may be the owner's.
    const message = { kind: 'account_stopped', email: maskEmail(email), removed, ...device } as const;
    for (const recipient of new Set([email, user.email]))
      await enqueueAccountEmail(trx, { recipient, message, at });
    return formatStop(current, email, at);
  });
}

/** Reads a valid token again after locking its user. */
function lockStopToken(trx: Db, { id, at }: { id: string; at: bigint }): Promise<StopTokenRow | undefined> {
  const query = trx.selectFrom('stop_tokens').selectAll().where('id', '=', id).where('expires_at', '>', at);
  return lockRows(trx, query).executeTakeFirst();
}

/** Formats the response. `email`: the present e-mail of the account. */
const formatStop = (token: StopTokenRow, email: string, stoppedAt: bigint): AccountStop => ({
  payoutsFrozenUntil: formatInstant(getFreezeEnd(stoppedAt)),
  canRestore: email === token.email,
});

/**
 * Restores an earlier address of a locked account, if the change can still be undone and no other account has the
 * address. Also undoes every later change, and deletes the stop tokens of e-mails to the addresses of those changes.
 * Returns whether the account has the address now.
 */
export async function undoEmailChange(
  trx: Db,
  user: UserRow,
  { email, at }: { email: string; at: bigint },
): Promise<boolean> {
  if (user.email === email) return true;
  const changes = await trx
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('changed_at', 'is not', null)
    .where('expires_at', '>', at)
    .orderBy('changed_at')
    .execute();
  const first = changes.findLastIndex(change => change.old_email === email);
  if (first === -1 || (await findUserByEmail(trx, email))) return false;
  const undone = changes.slice(first);
  await trx
    .deleteFrom('email_changes')
    .where(
      'id',
      'in',
      undone.map(({ id }) => id),
    )
    .execute();
  await trx
    .deleteFrom('stop_tokens')
    .where('user_id', '=', user.id)
    .where(
      'email',
      'in',
      undone.map(change => change.new_email),
    )
    .where('email', '<>', email)
    .execute();
  await trx.updateTable('users').set({ email }).where('id', '=', user.id).execute();
  return true;
}
