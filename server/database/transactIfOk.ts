import type { Kysely, Transaction } from 'kysely';
import { runInTransaction } from './database.ts';
import type { DatabaseSchema } from './schema.ts';

/** Carries a refusal out of a transaction, which is undone on its way. */
class RollbackError<T> extends Error {
  override readonly name = 'RollbackError';
  readonly result: T;

  constructor(result: T) {
    super('refused');
    this.result = result;
  }
}

/**
 * Runs `work` in a transaction that is kept only when its answer is `ok`: an expected refusal leaves no trace, like an
 * error. A resolved `ok` means on disk.
 */
export async function transactIfOk<T extends { ok: boolean }>(
  db: Kysely<DatabaseSchema>,
  work: (trx: Transaction<DatabaseSchema>) => Promise<T>,
): Promise<T> {
  try {
    return await runInTransaction(db, async trx => {
      const result = await work(trx);
      if (!result.ok) throw new RollbackError(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RollbackError) return error.result as T;
    throw error;
  }
}
