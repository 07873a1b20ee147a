import type { UserRow } from '../../database/accountRows.ts';
import { createFieldProblem, type ProblemResult } from '../../http/problemResult.ts';
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
export async function limitCodeAttempts<T extends { ok: boolean }>(
  context: AccountContext,
  { user, code, client }: CodeAttempt,
  checkCode: () => Promise<T>,
): Promise<T | ProblemResult> {
  const { getLimit, keys } = context;
  const key = `${user.id} ${client.network}`;
  const refusal = await checkLimit(context, 'secondFactor', key);
  if (refusal) return refusal;
  const returnAttempt = () => getLimit('secondFactor')(key, -1);
  const isAccountLimited = isTotpCode(code) && !isTrustedDevice(keys, client.deviceCookie, user);
  const accountRefusal = isAccountLimited ? await checkLimit(context, 'secondFactorAccount', user.id) : null;
  if (accountRefusal) {
    await returnAttempt();
    return accountRefusal;
  }
  const returnAttempts = async () => {
    await returnAttempt();
    if (isAccountLimited) await getLimit('secondFactorAccount')(user.id, -1);
  };
  const result = await checkCode().catch(async (error: unknown) => {
    // The code was not looked at.
    await returnAttempts();
    throw error;
  });
  if (result.ok) await returnAttempts();
  return result;
}
