import { randomUUID } from 'node:crypto';
import type { EmailChangeState } from '#core/contract/account/accountChanges.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { EmailChangeRow } from '#server/platform/database/accountRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import type { AccountDevice } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { reportAccountChange } from '../accountJournal.ts';
import { enqueueAccountEmail, LINK_LIFETIMES_MS } from '../accountEmail.ts';
import { signedOutProblem, type Account } from '../sessions/authenticate.ts';
import { findUserByEmail, lockUser } from '../sessions/login.ts';
import { maskEmail } from '../accountFields.ts';

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
  await checkLimit(context, 'accountLetter', `email_change ${email}`);
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
