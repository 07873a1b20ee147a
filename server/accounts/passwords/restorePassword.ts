import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { UserRow } from '../../database/accountRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { createFieldProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';
import { confirmMailbox } from '../../mail/recipients.ts';
import { readAccountClient, type AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { enqueueAccountMail, LINK_LIFETIMES_MS } from '../accountMail.ts';
import { readAccountToken } from '../accountToken.ts';
import { linkProblem } from '../signup/activateAccount.ts';
import { codeProblem, limitCodeAttempts } from '../secondFactor/codeAttempts.ts';
import { findSecondFactor, listSecondFactors, type SecondFactor } from '../secondFactor/findSecondFactor.ts';
import { normalizeCode } from '../secondFactor/secondFactorCode.ts';
import { consumeCode } from '../secondFactor/consumeCode.ts';
import { delayPayouts } from '../requisites/delayPayouts.ts';
import { lockUser } from '../sessions/login.ts';
import { checkNewPassword } from './passwordRules.ts';
import { startRequestedLetter } from '../signup/requestedLetter.ts';
import { revokeSessions } from '../sessions/sessions.ts';

/** Mails a link that sets a new password, if the e-mail has an account. */
export function mailRestoreLink(context: AccountContext, email: string): void {
  startRequestedLetter(context, [['accountLetter', `restore ${email}`]], async (trx, at) => {
    const user = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (!user) return;
    const tokenId = randomUUID();
    await trx
      .insertInto('restore_tokens')
      .values({ id: tokenId, user_id: user.id, expires_at: at + BigInt(LINK_LIFETIMES_MS.restore) })
      .execute();
    await enqueueAccountMail(trx, { recipient: email, letter: { kind: 'restore', tokenId }, at });
  });
}

/**
 * Sets a new password by the token of a letter, and ends all sessions. Nobody is logged in. With a second factor it takes a
 * code, too: 401 without one, which leaves the token as it is, and 400 for a wrong one. `readClient` describes the client for the token's account.
 */
export async function restorePassword(
  context: AccountContext,
  { token, password, code }: { token: string; password: string; code?: string | undefined },
  readClient: (email: string) => ReturnType<typeof readAccountClient>,
): Promise<{ ok: true } | ProblemResult> {
  const { db, keys, now, passwords } = context;
  const tokenId = readAccountToken(keys, 'restore', token);
  if (tokenId === null) return linkProblem;
  const user = await findTokenUser(db, tokenId, BigInt(now()));
  if (!user) return linkProblem;
  const passwordError = await checkNewPassword(context, password, user.email);
  if (passwordError) return createFieldProblem({ password: passwordError });
  const client = readClient(user.email);
  const known = await findSecondFactor(db, user.id);
  if (known && !code) return describeMissingCode(known);
  const passwordHash = await passwords.hash(password, client);
  const given = normalizeCode(code ?? '');
  const restore = () =>
    transactIfOk(db, async (trx): Promise<{ ok: true } | ProblemResult> => {
      const at = BigInt(now());
      await lockUser(trx, user.id);
      if (!(await findTokenUser(trx, tokenId, at))) return linkProblem;
      const factor = await findSecondFactor(trx, user.id);
      const use = factor && { userId: user.id, factor, code: given, device: client.device, at };
      if (use && !(await consumeCode(trx, keys, use))) return codeProblem;
      await setPassword(trx, { user, passwordHash, kind: 'password_restored', client, at });
      await revokeSessions(trx, { userId: user.id, at });
      return { ok: true };
    });
  const result = await (known
    ? limitCodeAttempts(context, { user, code: given, client }, restore)
    : restore());
  if (result.ok) await confirmMailbox(context, user.email);
  return result;
}

const describeMissingCode = (factor: SecondFactor) =>
  createProblem(401, 'second_factor_required', { methods: listSecondFactors(factor) });

function findTokenUser(db: Kysely<DatabaseSchema>, tokenId: string, at: bigint) {
  return db
    .selectFrom('restore_tokens')
    .innerJoin('users', 'users.id', 'restore_tokens.user_id')
    .selectAll('users')
    .where('restore_tokens.id', '=', tokenId)
    .where('restore_tokens.expires_at', '>', at)
    .executeTakeFirst();
}

/** A new password of a locked user. */
export interface PasswordChangeRecord {
  user: Pick<UserRow, 'id' | 'email'>;
  passwordHash: string;
  kind: 'password_changed' | 'password_restored';
  client: AccountClient;
  at: bigint;
}

/** Stores a new password, makes the links of earlier letters invalid, and tells the owner. */
export async function setPassword(
  trx: Kysely<DatabaseSchema>,
  { user, passwordHash, kind, client: { device }, at }: PasswordChangeRecord,
): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute();
  // Somebody else may have requested the links of earlier letters.
  await trx.deleteFrom('restore_tokens').where('user_id', '=', user.id).execute();
  await delayPayouts(trx, user.id, at);
  await buildJournalInsert(trx, user.id, { kind, device, at }).execute();
  const letter = { kind: 'password_changed', ...device } as const;
  await enqueueAccountMail(trx, { recipient: user.email, letter, at });
}
