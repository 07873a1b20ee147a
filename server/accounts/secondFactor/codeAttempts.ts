import type { UserRow } from '../../database/accountRows.ts';
import { createFieldProblem, onRefusal, Problem } from '../../http/problem.ts';
import type { AccountClient } from '../accountClient.ts';
import { checkLimit, type AccountContext } from '../accountContext.ts';
import { isTrustedDevice } from '../sessions/knownDevice.ts';
import { isTotpCode } from './secondFactorCode.ts';

/** A code that was wrong or has been used. */
export const codeProblem = createFieldProblem({ code: { code: 'code_invalid' } });

/** What a code is checked for. */
interface CodeAttempt {
  user: UserRow;
  code: string;
  client: AccountClient;
}

/**
 * Runs `checkCode` within the limits of wrong codes, which are shared by login, restore and confirmation: 429 beyond them.
 * Whoever knows the password must not lock the owner out: devices that have logged in with it have a limit of their own,
 * and recovery codes, which nobody guesses, do not count for the whole account.
 */
export async function limitCodeAttempts<T>(
  context: AccountContext,
  { user, code, client }: CodeAttempt,
  checkCode: () => Promise<T>,
): Promise<T> {
  const { getLimit, keys } = context;
  const key = `${user.id} ${client.network}`;
  await checkLimit(context, 'secondFactor', key);
  const returnAttempt = () => getLimit('secondFactor')(key, -1);
  const isAccountLimited = isTotpCode(code) && !isTrustedDevice(keys, client.deviceCookie, user);
  if (isAccountLimited)
    await checkLimit(context, 'secondFactorAccount', user.id).catch(
      onRefusal(async problem => {
        await returnAttempt();
        throw problem;
      }),
    );
  const returnAttempts = async () => {
    await returnAttempt();
    if (isAccountLimited) await getLimit('secondFactorAccount')(user.id, -1);
  };
  const result = await checkCode().catch(async (error: unknown) => {
    // Otherwise the code was not looked at.
    if (!(error instanceof Problem)) await returnAttempts();
    throw error;
  });
  await returnAttempts();
  return result;
}
