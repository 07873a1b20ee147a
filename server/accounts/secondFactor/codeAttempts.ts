import type { UserRow } from '#server/platform/database/accountRows.ts';
import { createFieldProblem, onRefusal, Problem } from '#server/platform/http/problem.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { isTrustedDevice } from '../sessions/knownDevice.ts';
import { isTotpCode, normalizeCode } from './secondFactorCode.ts';
import { lockUser } from '../sessions/login.ts';
import { findSecondFactor } from './findSecondFactor.ts';
import { consumeCode } from './consumeCode.ts';

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

/** Verifies and consumes a code of a logged-in user. 400 for a wrong one. */
export async function checkOwnCode(
  context: AccountContext,
  user: UserRow,
  text: string,
  client: AccountClient,
): Promise<void> {
  const { db, keys, now } = context;
  const code = normalizeCode(text);
  await limitCodeAttempts(context, { user, code, client }, () =>
    runInTransaction(db, async trx => {
      const current = await lockUser(trx, user.id);
      const factor = await findSecondFactor(trx, user.id);
      const use = current &&
        factor && { user: current, factor, code, device: client.device, at: BigInt(now()) };
      if (!use || !(await consumeCode(trx, keys, use))) throw codeProblem;
    }),
  );
}
