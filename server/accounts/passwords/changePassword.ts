import { transactIfOk } from '../../database/transactIfOk.ts';
import { createFieldProblem, type ProblemResult } from '../../http/problemResult.ts';
import { createAccessToken } from '../sessions/accessToken.ts';
import type { AccountClient } from '../accountClient.ts';
import { checkLimit, type AccountContext } from '../accountContext.ts';
import type { Account } from '../sessions/authenticate.ts';
import { getAttemptKey, lockUser, returnIfOverloaded } from '../sessions/login.ts';
import { checkNewPassword } from './passwordRules.ts';
import { setPassword } from './restorePassword.ts';
import { addDeviceMark } from '../sessions/knownDevice.ts';
import { revokeSessions } from '../sessions/sessions.ts';

/**
 * Changes the password and ends the other sessions. 400 for a wrong or a weak one. Returns the browser's next
 * `deviceCookie`: the change makes the marks of all devices invalid.
 */
export async function changePassword(
  context: AccountContext,
  { user, session }: Account,
  { oldPassword, newPassword }: { oldPassword: string | undefined; newPassword: string },
  client: AccountClient,
): Promise<{ ok: true; deviceCookie: string } | ProblemResult> {
  const { db, keys, now, passwords } = context;
  if (user.password_hash !== null) {
    if (oldPassword === undefined) return createFieldProblem({ oldPassword: { code: 'empty' } });
    const problem = await checkOwnPassword(context, user, oldPassword, client);
    if (problem) return problem.status === 400 ? createFieldProblem({ oldPassword: passwordError }) : problem;
  }
  const newPasswordError = await checkNewPassword(context, newPassword, user.email);
  if (newPasswordError) return createFieldProblem({ newPassword: newPasswordError });
  const passwordHash = await passwords.hash(newPassword, client);
  return transactIfOk(db, async trx => {
    const at = BigInt(now());
    const current = await lockUser(trx, user.id);
    // Another request has changed it since.
    if (current?.password_hash !== user.password_hash)
      return createFieldProblem({ oldPassword: passwordError });
    await setPassword(trx, { user, passwordHash, kind: 'password_changed', client, at });
    await revokeSessions(trx, { userId: user.id, at, exceptId: session.id });
    const marked = { ...current, password_hash: passwordHash };
    return { ok: true, deviceCookie: addDeviceMark(keys, client.deviceCookie, marked) } as const;
  });
}

const passwordError = { code: 'password_wrong' };

/** Proves again who one is. Returns an access token that says so. */
export async function confirmIdentity(
  context: AccountContext,
  { user, session }: Account,
  password: string,
  client: AccountClient,
): Promise<{ ok: true; access: string } | ProblemResult> {
  const problem = await checkOwnPassword(context, user, password, client);
  if (problem) return problem;
  const authTime = BigInt(context.now());
  await context.db
    .updateTable('sessions')
    .set({ auth_time: authTime })
    .where('id', '=', session.id)
    .where('revoked_at', 'is', null)
    .execute();
  return { ok: true, access: await createAccessToken(context, { ...session, auth_time: authTime }) };
}

/** Verifies the password of somebody who is logged in; guesses are counted with those of the login. */
async function checkOwnPassword(
  context: AccountContext,
  { email, password_hash }: Account['user'],
  password: string,
  client: AccountClient,
): Promise<ProblemResult | null> {
  const key = getAttemptKey(email, client);
  const returnAttempt = async () => context.getLimit('login')(key, -1);
  const limitProblem = await checkLimit(context, 'login', key);
  if (limitProblem) return limitProblem;
  const isRight = await context.passwords
    .verify(password, password_hash, client)
    .catch(returnIfOverloaded(returnAttempt));
  if (!isRight) return createFieldProblem({ password: passwordError });
  await returnAttempt();
  return null;
}
