import { transactIfOk } from '../../database/transactIfOk.ts';
import { createFieldProblem, type ProblemResult } from '../../http/problemResult.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import type { Account } from '../sessions/authenticate.ts';
import { lockUser } from '../sessions/login.ts';
import { checkOwnPassword, passwordError } from './checkOwnPassword.ts';
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
