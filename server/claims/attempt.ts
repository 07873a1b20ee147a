import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/**
 * Runs `work` in a transaction that is kept only when its answer is `ok`: an expected refusal leaves no trace, like an
 * error. A resolved promise means on disk.
 */
export async function attempt<T extends { ok: boolean }>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const trx = await db.startTransaction().execute();
  try {
    const result = await work(trx);
    if (result.ok) await trx.commit().execute();
    else await trx.rollback().execute();
    return result;
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute();
    throw error;
  }
}
