import type { UserRow } from '#server/platform/database/accountRows.ts';
import { createFieldProblem, onRefusal, Problem } from '#server/platform/http/problem.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { isTrustedDevice } from '../sessions/knownDevice.ts';
import { isTotpCode } from './secondFactorCode.ts';

/** The code was wrong or has been used. */
export const codeProblem = createFieldProblem({ code: { code: 'code_invalid' } });

/** Context of a code check. */
interface CodeAttempt {
  user: UserRow;
  code: string;
  client: AccountClient;
}

/**
 * Runs `checkCode` within the limits of wrong codes, which are shared by login, restore and confirmation: 429 beyond
 * them. Attempts from devices that have logged in with the present password do not count for the whole account, so that
 * an attacker with the password cannot lock the owner out. Recovery codes do not count either: they cannot be guessed.
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
    // After any other error the code was not checked.
    if (!(error instanceof Problem)) await returnAttempts();
    throw error;
  });
  await returnAttempts();
  return result;
}
