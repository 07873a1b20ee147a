import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { runInTransaction } from '../../database/database.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import type { BudgetName } from '../../limits/budgets.ts';
import type { AccountContext } from '../accountContext.ts';

/**
 * Duration of an answer, milliseconds: much more than the work takes. Without hashing, a written row would tell that the
 * e-mail has an account.
 */
const MIN_DURATION_MS = 100;

/** A limit of a letter: its budget, and the key that is counted. */
export type LetterLimit = readonly [budget: BudgetName, key: string];

/**
 * Runs `enqueue` for a letter that somebody requests by e-mail, and takes the same time whatever it does. Over a limit it
 * does nothing.
 */
export async function startRequestedLetter(
  context: AccountContext,
  limits: readonly LetterLimit[],
  enqueue: (trx: Kysely<DatabaseSchema>, at: bigint) => Promise<void>,
): Promise<void> {
  const { db, now } = context;
  const minDuration = setTimeout(MIN_DURATION_MS);
  if (await isLetterAllowed(context, limits)) await runInTransaction(db, trx => enqueue(trx, BigInt(now())));
  await minDuration;
}

/** Counts a letter against its limits. Returns whether each allows it. */
export async function isLetterAllowed(
  { getLimit }: Pick<AccountContext, 'getLimit'>,
  limits: readonly LetterLimit[],
): Promise<boolean> {
  for (const [budget, key] of limits) if ((await getLimit(budget)(key)) > 0) return false;
  return true;
}
