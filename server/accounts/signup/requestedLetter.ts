import type { Kysely } from 'kysely';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { BudgetName } from '#server/platform/limits/budgets.ts';
import type { AccountContext } from '../accountContext.ts';

/** A limit of a letter: its budget, and the counted key. */
export type LetterLimit = readonly [budget: BudgetName, key: string];

/**
 * Runs `enqueue` for a requested letter after the response: otherwise the response time would reveal that the e-mail
 * has an account, because only then a row is written. Over a limit it does nothing.
 */
export function startRequestedLetter(
  context: AccountContext,
  limits: readonly LetterLimit[],
  enqueue: (trx: Kysely<DatabaseSchema>, at: bigint) => Promise<void>,
): void {
  const { backgroundTasks, db, now } = context;
  backgroundTasks.run('enqueue a requested letter', async () => {
    if (await isLetterAllowed(context, limits))
      await runInTransaction(db, trx => enqueue(trx, BigInt(now())));
  });
}

/** Counts a letter against its limits. Returns whether all of them allow it. */
export async function isLetterAllowed(
  { getLimit }: Pick<AccountContext, 'getLimit'>,
  limits: readonly LetterLimit[],
): Promise<boolean> {
  for (const [budget, key] of limits) if ((await getLimit(budget)(key)) > 0) return false;
  return true;
}
