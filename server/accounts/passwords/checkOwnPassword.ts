import type { UserRow } from '#server/platform/database/accountRows.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { getAttemptKey, returnIfOverloaded } from '../sessions/login.ts';

/** Error of a field with a wrong password. */
export const passwordError = { code: 'password_wrong' };

/**
 * Verifies the password of an account or of a sign-up. Attempts are counted together with those of the login. 400 on
 * `field` for a wrong password.
 */
export async function checkOwnPassword(
  context: AccountContext,
  { email, password_hash }: Pick<UserRow, 'email' | 'password_hash'>,
  password: string,
  client: AccountClient,
  field = 'password',
): Promise<void> {
  const key = getAttemptKey(email, client);
  const returnAttempt = async () => context.getLimit('login')(key, -1);
  await checkLimit(context, 'login', key);
  const isRight = await context.passwords
    .verify(password, password_hash, client)
    .catch(returnIfOverloaded(returnAttempt));
  if (!isRight) throw createFieldProblem({ [field]: passwordError });
  await returnAttempt();
}
