import type { UserRow } from '../../database/accountRows.ts';
import { createFieldProblem, type ProblemResult } from '../../http/problemResult.ts';
import type { AccountClient } from '../accountClient.ts';
import { checkLimit, type AccountContext } from '../accountContext.ts';
import { getAttemptKey, returnIfOverloaded } from '../sessions/login.ts';

/** Error of a field with a wrong password. */
export const passwordError = { code: 'password_wrong' };

/** Verifies the password of an account, or of a sign-up; guesses are counted with those of the login. */
export async function checkOwnPassword(
  context: AccountContext,
  { email, password_hash }: Pick<UserRow, 'email' | 'password_hash'>,
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
