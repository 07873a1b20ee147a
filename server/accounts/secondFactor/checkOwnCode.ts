import type { UserRow } from '#server/platform/database/accountRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { lockUser } from '../sessions/login.ts';
import { codeProblem, limitCodeAttempts } from './codeAttempts.ts';
import { findSecondFactor } from './findSecondFactor.ts';
import { normalizeCode } from './secondFactorCode.ts';
import { consumeCode } from './consumeCode.ts';

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
