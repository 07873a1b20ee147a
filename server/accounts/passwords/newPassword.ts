import { randomUUID } from 'node:crypto';
import type {
  PasswordRestore,
  RestoreAccess,
  RestoreAccessRequest,
} from '#core/contract/account/recentAccess.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem, createProblem, linkProblem } from '#server/platform/http/problem.ts';
import { confirmMailbox } from '#server/platform/email/mailboxes.ts';
import { deriveAccountToken, readAccountToken } from '#server/platform/keys/accountToken.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { enqueueAccountEmail, LINK_LIFETIMES_MS, type RemovedAccess } from '../accountEmail.ts';
import { listRecentAccess, removeRecentAccess } from '../accountStop/recentAccess.ts';
import { codeProblem, limitCodeAttempts } from '../secondFactor/codeAttempts.ts';
import { findSecondFactor, listSecondFactors, type SecondFactor } from '../secondFactor/findSecondFactor.ts';
import { normalizeCode } from '../secondFactor/secondFactorCode.ts';
import { consumeCode } from '../secondFactor/consumeCode.ts';
import { delayPayouts } from '../requisites/delayPayouts.ts';
import { lockUser } from '../sessions/login.ts';
import { checkNewPassword } from './passwordRules.ts';
import { startRequestedEmail } from '../signup/requestedEmail.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import type { Account } from '../sessions/authenticate.ts';
import { checkOwnPassword, passwordError } from './checkOwnPassword.ts';
import { addDeviceMark } from '../sessions/knownDevice.ts';

/** Mails a link that sets a new password, if the e-mail has an account. */
export function emailRestoreLink(context: AccountContext, email: string): void {
  startRequestedEmail(context, [['accountEmail', `restore ${email}`]], async (trx, at) => {
    const user = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (!user) return;
    const tokenId = randomUUID();
    await trx
      .insertInto('restore_tokens')
      .values({ id: tokenId, user_id: user.id, expires_at: at + BigInt(LINK_LIFETIMES_MS.restore) })
      .execute();
    await enqueueAccountEmail(trx, { recipient: email, message: { kind: 'restore', tokenId }, at });
  });
}

type ReadClient = (email: string) => AccountClient;

/**
 * Lists by the token of an e-mail the access that a new password removes unless it is kept. The token stays valid. An
 * account with a second factor needs a code, because access to the mailbox alone does not prove the ownership: 401
 * without a code, 400 for a wrong one. The `proof` of the response then replaces the code.
 */
export async function openRestore(
  context: AccountContext,
  { token, code: text }: RestoreAccessRequest & { token: string },
  readClient: ReadClient,
): Promise<RestoreAccess> {
  const { db, keys, now } = context;
  const tokenId = readAccountToken(keys, 'restore', token);
  if (tokenId === null) throw linkProblem;
  const user = await loadTokenUser(db, tokenId, BigInt(now()));
  const known = await findSecondFactor(db, user.id);
  if (!known) return { results: await listRecentAccess(context, db, user.id, BigInt(now())), proof: null };
  if (!text) throw describeMissingCode(known);
  const client = readClient(user.email);
  const code = normalizeCode(text);
  const proofId = randomUUID();
  return limitCodeAttempts(context, { user, code, client }, () =>
    runInTransaction(db, async trx => {
      const at = BigInt(now());
      await lockUser(trx, user.id);
      await loadTokenUser(trx, tokenId, at);
      const factor = await findSecondFactor(trx, user.id);
      if (!factor || !(await consumeCode(trx, keys, { user, factor, code, device: client.device, at })))
        throw codeProblem;
      await trx.updateTable('restore_tokens').set({ proof_id: proofId }).where('id', '=', tokenId).execute();
      const results = await listRecentAccess(context, trx, user.id, at);
      return { results, proof: deriveAccountToken(keys, 'proof', proofId) };
    }),
  );
}

/**
 * Sets a new password by the token of an e-mail, ends all sessions, and removes the passkeys, shop keys and webhooks of
 * the last 30 days whose ids are not in `keep`. It starts no session. A second factor stays on and is required: 401
 * without a code or its proof (the token stays valid), 400 for a wrong code. `readClient` describes the client for the
 * account.
 */
export async function restorePassword(
  context: AccountContext,
  { token, password, code, proof, keep = [] }: PasswordRestore & { token: string },
  readClient: ReadClient,
): Promise<void> {
  const { db, keys, now, passwords } = context;
  const tokenId = readAccountToken(keys, 'restore', token);
  if (tokenId === null) throw linkProblem;
  const user = await loadTokenUser(db, tokenId, BigInt(now()));
  const passwordError = await checkNewPassword(context, password, user.email);
  if (passwordError) throw createFieldProblem({ password: passwordError });
  const client = readClient(user.email);
  const known = await findSecondFactor(db, user.id);
  if (known && !code && !proof) throw describeMissingCode(known);
  const passwordHash = await passwords.hash(password, client);
  const given = normalizeCode(code ?? '');
  const proofId = proof ? readAccountToken(keys, 'proof', proof) : null;
  const restore = () =>
    runInTransaction(db, async trx => {
      const at = BigInt(now());
      await lockUser(trx, user.id);
      const row = await loadTokenUser(trx, tokenId, at);
      const factor = await findSecondFactor(trx, user.id);
      const { device } = client;
      if (factor && !given && !(row.proof_id !== null && row.proof_id === proofId))
        throw describeMissingCode(factor);
      if (factor && given && !(await consumeCode(trx, keys, { user, factor, code: given, device, at })))
        throw codeProblem;
      const removed = await removeRecentAccess(context, trx, user, { kept: keep, device, at });
      await setPassword(trx, { user, passwordHash, kind: 'password_restored', client, removed, at });
      await revokeSessions(trx, { userId: user.id, at });
    });
  await (known && given ? limitCodeAttempts(context, { user, code: given, client }, restore) : restore());
  await confirmMailbox(context, user.email);
}

const describeMissingCode = (factor: SecondFactor) =>
  createProblem(401, 'second_factor_required', { methods: listSecondFactors(factor) });

/** Loads the user of a valid token; 404 for another one. */
const loadTokenUser = (db: Db, tokenId: string, at: bigint) =>
  db
    .selectFrom('restore_tokens')
    .innerJoin('users', 'users.id', 'restore_tokens.user_id')
    .selectAll('users')
    .select('restore_tokens.proof_id')
    .where('restore_tokens.id', '=', tokenId)
    .where('restore_tokens.expires_at', '>', at)
    .executeTakeFirstOrThrow(() => linkProblem);

/** A new password of a locked user. */
export interface PasswordChangeRecord {
  user: Pick<UserRow, 'id' | 'email'>;
  passwordHash: string;
  kind: 'password_changed' | 'password_restored';
  client: AccountClient;
  /** Passkeys, keys and webhooks that were removed with it. */
  removed?: readonly RemovedAccess[];
  at: bigint;
}

/** Stores a new password, invalidates the links of earlier e-mails, and notifies the owner. */
export async function setPassword(
  trx: Db,
  { user, passwordHash, kind, client: { device }, removed = [], at }: PasswordChangeRecord,
): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute();
  // Another person may have requested the links of earlier e-mails.
  await trx.deleteFrom('restore_tokens').where('user_id', '=', user.id).execute();
  await delayPayouts(trx, user.id, at);
  await buildJournalInsert(trx, user.id, { kind, device, at }).execute();
  const message = { kind: 'password_changed', removed, ...device } as const;
  await enqueueAccountEmail(trx, { recipient: user.email, message, at });
}

/**
 * Changes the password and ends the other sessions. 400 for a wrong or weak one. Returns the browser's next
 * `deviceCookie`: the change invalidates the marks of all devices.
 */
export async function changePassword(
  context: AccountContext,
  { user, session }: Account,
  { oldPassword, newPassword }: { oldPassword: string | undefined; newPassword: string },
  client: AccountClient,
): Promise<string> {
  const { db, keys, now, passwords } = context;
  if (user.password_hash !== null) {
    if (oldPassword === undefined) throw createFieldProblem({ oldPassword: { code: 'empty' } });
    await checkOwnPassword(context, user, oldPassword, client, 'oldPassword');
  }
  const newPasswordError = await checkNewPassword(context, newPassword, user.email);
  if (newPasswordError) throw createFieldProblem({ newPassword: newPasswordError });
  const passwordHash = await passwords.hash(newPassword, client);
  return runInTransaction(db, async trx => {
    const at = BigInt(now());
    const current = await lockUser(trx, user.id);
    // Another request has changed the password since.
    if (current?.password_hash !== user.password_hash)
      throw createFieldProblem({ oldPassword: passwordError });
    await setPassword(trx, { user, passwordHash, kind: 'password_changed', client, at });
    await revokeSessions(trx, { userId: user.id, at, exceptId: session.id });
    const marked = { ...current, password_hash: passwordHash };
    return addDeviceMark(keys, client.deviceCookie, marked);
  });
}
