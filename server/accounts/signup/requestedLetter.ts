import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { runInTransaction } from '../../database/database.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import type { AccountContext } from '../accountContext.ts';

/**
 * Duration of an answer, milliseconds: much more than the work takes. Without hashing, a written row would tell that the
 * e-mail has an account.
 */
const MIN_DURATION_MS = 100;

/**
 * Runs `enqueue` for a letter that somebody requests by e-mail, and takes the same time whatever it does. Over the limit of
 * the e-mail it does nothing.
 */
export async function startRequestedLetter(
  { db, getLimit, now }: AccountContext,
  email: string,
  enqueue: (trx: Kysely<DatabaseSchema>, at: bigint) => Promise<void>,
): Promise<void> {
  const minDuration = setTimeout(MIN_DURATION_MS);
  const waitMs = await getLimit('accountLetter')(email);
  if (waitMs <= 0) await runInTransaction(db, trx => enqueue(trx, BigInt(now())));
  await minDuration;
}
