import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { BudgetName } from '#server/platform/limits/budgets.ts';
import type { AccountContext } from '../accountContext.ts';

/** A limit of an e-mail: its budget, and the counted key. */
export type EmailLimit = readonly [budget: BudgetName, key: string];

/**
 * Runs `enqueue` for a requested e-mail after the response: otherwise the response time would reveal that the address
 * has an account, because only then a row is written. Over a limit it does nothing.
 */
export function startRequestedEmail(
  context: AccountContext,
  limits: readonly EmailLimit[],
  enqueue: (trx: Db, at: bigint) => Promise<void>,
): void {
  const { backgroundTasks, db, now } = context;
  backgroundTasks.run('enqueue a requested e-mail', async () => {
    if (await isEmailAllowed(context, limits)) await runInTransaction(db, trx => enqueue(trx, BigInt(now())));
  });
}

/** Counts an e-mail against its limits. Returns whether all of them allow it. */
export async function isEmailAllowed(
  { getLimit }: Pick<AccountContext, 'getLimit'>,
  limits: readonly EmailLimit[],
): Promise<boolean> {
  for (const [budget, key] of limits) if ((await getLimit(budget)(key)) > 0) return false;
  return true;
}
