import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
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
