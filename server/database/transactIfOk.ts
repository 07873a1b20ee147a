import type { Kysely, Transaction } from 'kysely';
import { runInTransaction } from './runInTransaction.ts';
import type { DatabaseSchema } from './schema.ts';

/** Carries a refusal out of the transaction that it rolls back. */
class RollbackError<T> extends Error {
  override readonly name = 'RollbackError';
  readonly result: T;

  constructor(result: T) {
    super('refused');
    this.result = result;
  }
}

/**
 * Runs `work` in a transaction that commits only if the result is `ok`; a refusal rolls back like an error. A resolved
 * `ok` means committed and on disk. `locks` as in `runInTransaction`.
 */
export async function transactIfOk<T extends { ok: boolean }>(
  db: Kysely<DatabaseSchema>,
  work: (trx: Transaction<DatabaseSchema>) => Promise<T>,
  locks?: readonly string[],
): Promise<T> {
  try {
    return await runInTransaction(
      db,
      async trx => {
        const result = await work(trx);
        if (!result.ok) throw new RollbackError(result);
        return result;
      },
      locks,
    );
  } catch (error) {
    if (error instanceof RollbackError) return error.result as T;
    throw error;
  }
}
