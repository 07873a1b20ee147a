import type { UserRow } from '../../database/accountRows.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import type { ProblemResult } from '../../http/problemResult.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { lockUser } from '../sessions/login.ts';
import { codeProblem, limitCodeAttempts } from './codeAttempts.ts';
import { findSecondFactor } from './findSecondFactor.ts';
import { normalizeCode } from './secondFactorCode.ts';
import { consumeCode } from './consumeCode.ts';

/** Verifies and uses up a code of somebody who is logged in. 400 for a wrong one. */
export async function checkOwnCode(
  context: AccountContext,
  user: UserRow,
  text: string,
  client: AccountClient,
): Promise<ProblemResult | null> {
  const { db, keys, now } = context;
  const code = normalizeCode(text);
  const result = await limitCodeAttempts(context, { user, code, client }, () =>
    transactIfOk(db, async (trx): Promise<{ ok: true } | ProblemResult> => {
      const current = await lockUser(trx, user.id);
      const factor = await findSecondFactor(trx, user.id);
      const use = current &&
        factor && { user: current, factor, code, device: client.device, at: BigInt(now()) };
      return use && (await consumeCode(trx, keys, use)) ? { ok: true } : codeProblem;
    }),
  );
  return result.ok ? null : result;
}
