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
import { insertPasskey } from '../passkeys/accountPasskeys.ts';
import { parseSignupPasskey } from '../passkeys/signupPasskey.ts';

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
  const { email, consent_at, consent_text_hash, consent_address_hash } = signup;
  if (signup.activated_at !== null) return { ok: true, email, user: null };
  if (signup.link_expires_at <= at) return linkProblem;
  const passkey = parseSignupPasskey(signup);
  const userId = passkey?.user_id ?? randomUUID();
  const password_hash = passkey ? null : signup.password_hash;
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
      passkey_count: 0n,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another sign-up of this e-mail was activated first: its password counts.
  if (!user) return linkProblem;
  // Somebody else has presented this passkey before.
  if (passkey && !(await insertPasskey(trx, { ...passkey, created_at: at }))) return linkProblem;
  // The rest of the row answers a repetition.
  await trx
    .updateTable('signups')
    .set({ activated_at: at, password_hash: '', passkey_id: null, passkey: null })
    .where('id', '=', signupId)
    .execute();
  if (signup.claim_id !== null)
    await trx
      .updateTable('claims')
      .set({ user_id: userId })
      .where('id', '=', signup.claim_id)
      // Its owner may have given it to another account since.
      .where('user_id', 'is', null)
      .execute();
  await buildJournalInsert(trx, userId, { kind: 'activated', device, at }).execute();
  return { ok: true, email, user: { email, password_hash } };
}
