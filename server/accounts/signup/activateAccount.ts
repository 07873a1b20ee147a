import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { UserRow } from '../../database/accountRows.ts';
import { lockRows } from '../../database/rowLocks.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { createProblem, type ProblemResult } from '../../http/problemResult.ts';
import { confirmMailbox } from '../../mail/recipients.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { readAccountToken } from '../accountToken.ts';

/** 404 for a link that never was valid, or is not any more. */
export const linkProblem = createProblem(404, 'link_invalid');

interface ActivationResult {
  ok: true;
  email: string;
  /** The new account; null if it was activated before. */
  user: Pick<UserRow, 'email' | 'password_hash'> | null;
}

/**
 * Creates the account of a sign-up, by the token of its letter. A repetition succeeds, because the first answer may have
 * been lost.
 */
export async function activateAccount(
  context: ServerContext,
  token: string,
  device: AccountDevice,
): Promise<ActivationResult | ProblemResult> {
  const signupId = readAccountToken(context.keys, 'activate', token);
  if (signupId === null) return linkProblem;
  const at = BigInt(context.now());
  const result = await transactIfOk(context.db, trx => activateSignup(trx, { signupId, device, at }));
  if (!result.ok) return result;
  await confirmMailbox(context, result.email);
  return result;
}

async function activateSignup(
  trx: Kysely<DatabaseSchema>,
  { signupId, device, at }: { signupId: string; device: AccountDevice; at: bigint },
): Promise<ActivationResult | ProblemResult> {
  const query = trx.selectFrom('signups').selectAll().where('id', '=', signupId);
  const signup = await lockRows(trx, query).executeTakeFirst();
  if (!signup) return linkProblem;
  const { email, password_hash, consent_at, consent_text_hash, consent_address_hash } = signup;
  if (signup.activated_at !== null) return { ok: true, email, user: null };
  if (signup.link_expires_at <= at) return linkProblem;
  const userId = randomUUID();
  const user = await trx
    .insertInto('users')
    .values({
      id: userId,
      email,
      password_hash,
      notify_claims: 1n,
      notify_news: 0n,
      consent_at,
      consent_text_hash,
      consent_address_hash,
      created_at: at,
      last_login_at: null,
      blocked_at: null,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another sign-up of this e-mail was activated first: its password counts.
  if (!user) return linkProblem;
  // The rest of the row answers a repetition.
  await trx
    .updateTable('signups')
    .set({ activated_at: at, password_hash: '' })
    .where('id', '=', signupId)
    .execute();
  await buildJournalInsert(trx, userId, { kind: 'activated', device, at }).execute();
  return { ok: true, email, user: { email, password_hash } };
}
