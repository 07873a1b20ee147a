import { randomUUID } from 'node:crypto';
import type { EmailChangeState } from '#core/contract/account/accountChanges.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { EmailChangeRow, UserRow } from '#server/platform/database/accountRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { confirmMailbox } from '#server/platform/email/mailboxes.ts';
import { isAccountCode } from '#server/platform/keys/accountToken.ts';
import type { AccountDevice } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { reportAccountChange } from '../accountJournal.ts';
import { enqueueAccountEmail, LINK_LIFETIMES_MS } from '../accountEmail.ts';
import { signedOutProblem, type Account } from '../sessions/authenticate.ts';
import { findUserByEmail, lockUser } from '../sessions/login.ts';
import { maskEmail } from '../accountFields.ts';
import { delayPayouts } from '../requisites/delayPayouts.ts';
import { revokeSessions } from '../sessions/sessions.ts';

/**
 * Mails a code to the new address and a notice to the present one; it replaces an earlier request. For an address that
 * has an account the writes and the response are the same; only the e-mail differs. Returns the pending change.
 */
export async function requestEmailChange(
  context: AccountContext,
  { user }: Account,
  email: string,
  device: AccountDevice,
): Promise<EmailChangeState> {
  if (email === user.email) throw createFieldProblem({ email: { code: 'email_same' } });
  await checkLimit(context, 'emailChange', user.id);
  await checkLimit(context, 'accountEmail', `email_change ${email}`);
  return runInTransaction(context.db, async trx => {
    const at = BigInt(context.now());
    const current = await lockUser(trx, user.id);
    // The account was stopped or changed since.
    if (current?.email !== user.email) throw signedOutProblem;
    const change: EmailChangeRow = {
      id: randomUUID(),
      user_id: user.id,
      old_email: user.email,
      new_email: email,
      attempts: 0n,
      created_at: at,
      changed_at: null,
      expires_at: at + BigInt(LINK_LIFETIMES_MS.email_code),
    };
    await trx
      .deleteFrom('email_changes')
      .where('user_id', '=', user.id)
      .where('changed_at', 'is', null)
      .execute();
    await trx.insertInto('email_changes').values(change).execute();
    const message = (await findUserByEmail(trx, email))
      ? ({ kind: 'email_taken' } as const)
      : ({ kind: 'email_code', changeId: change.id } as const);
    await enqueueAccountEmail(trx, { recipient: email, message, at });
    const notice = { kind: 'email_changing', email: maskEmail(email), ...device } as const;
    await reportAccountChange(trx, user, notice, at);
    return { pending: formatPending(change) };
  });
}

/** Finds the pending e-mail change of a user. */
export async function findPendingEmailChange(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  userId: string,
): Promise<EmailChangeState> {
  const row = await db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('changed_at', 'is', null)
    .where('expires_at', '>', BigInt(now()))
    .executeTakeFirst();
  return { pending: row ? formatPending(row) : null };
}

function formatPending({ new_email, expires_at }: EmailChangeRow) {
  return { email: new_email, expiresAt: formatInstant(expires_at) };
}

/** Maximum number of attempts to enter the code of one change. */
const MAX_CODE_ATTEMPTS = 5n;

/** How long the old address can undo the change, milliseconds. */
const EMAIL_UNDO_MS = 72 * 3_600_000;

const codeProblem = createFieldProblem({ code: { code: 'email_code_invalid' } });
const expiryProblem = createFieldProblem({ code: { code: 'email_code_expired' } });

type ChangeContext = Pick<ExchangeContext, 'db' | 'keys' | 'now'>;

/**
 * Changes the address by the code of the e-mail, and ends the other sessions. 400 for a wrong code. After 5 wrong
 * codes, or 10 minutes, the change has to be requested again.
 */
export async function confirmEmailChange(
  context: ChangeContext,
  account: Account,
  code: string,
  device: AccountDevice,
): Promise<UserRow> {
  const { db, keys, now } = context;
  const change = await countAttempt(db, account.user.id, BigInt(now()));
  if (!change) throw expiryProblem;
  if (!isAccountCode(keys, change.id, code)) throw codeProblem;
  const user = await runInTransaction(db, trx =>
    applyEmailChange(trx, { account, change, device, at: BigInt(now()) }),
  );
  await confirmMailbox(context, user.email);
  return user;
}

/**
 * Counts an attempt before its code is compared, so that concurrent guesses cannot exceed the limit. It runs outside a
 * transaction: a refusal must not undo the count.
 */
function countAttempt(db: Db, userId: string, at: bigint): Promise<EmailChangeRow | undefined> {
  return db
    .updateTable('email_changes')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1n) }))
    .where('user_id', '=', userId)
    .where('changed_at', 'is', null)
    .where('expires_at', '>', at)
    .where('attempts', '<', MAX_CODE_ATTEMPTS)
    .returningAll()
    .executeTakeFirst();
}

async function applyEmailChange(
  trx: Db,
  {
    account,
    change,
    device,
    at,
  }: { account: Account; change: EmailChangeRow; device: AccountDevice; at: bigint },
): Promise<UserRow> {
  const { id: userId, email: oldEmail } = account.user;
  const undoableUntil = at + BigInt(EMAIL_UNDO_MS);
  const user = await lockUser(trx, userId);
  const { numUpdatedRows } = await trx
    .updateTable('email_changes')
    .set({ changed_at: at, expires_at: undoableUntil })
    .where('id', '=', change.id)
    .where('changed_at', 'is', null)
    .executeTakeFirst();
  // The owner has stopped the account, or another request was faster.
  if (user?.email !== oldEmail || numUpdatedRows === 0n) throw expiryProblem;
  // The address has been registered since. The response is the same as for an expired code and does not reveal this.
  if (await findUserByEmail(trx, change.new_email)) throw expiryProblem;
  const changed = await trx
    .updateTable('users')
    .set({ email: change.new_email })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await revokeSessions(trx, { userId, at, exceptId: account.session.id });
  await delayPayouts(trx, userId, at);
  const message = { kind: 'email_changed', email: maskEmail(changed.email), ...device } as const;
  await reportAccountChange(trx, account.user, message, at);
  await forgetOldAddress(trx, userId, undoableUntil);
  return changed;
}

/** Invalidates the links mailed to the old address: password links at once, «Это не я» after the undo period. */
async function forgetOldAddress(trx: Db, userId: string, undoableUntil: bigint): Promise<void> {
  await trx.deleteFrom('restore_tokens').where('user_id', '=', userId).execute();
  await trx
    .updateTable('stop_tokens')
    .set({ expires_at: undoableUntil })
    .where('user_id', '=', userId)
    .where('expires_at', '>', undoableUntil)
    .execute();
}
