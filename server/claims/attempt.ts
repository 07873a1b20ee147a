import type { Kysely, Transaction } from 'kysely';
import { inTransaction } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

/** Carries a refusal out of a transaction, which is undone on its way. */
class Undone<T> extends Error {
  override readonly name = 'Undone';
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
export async function attempt<T extends { ok: boolean }>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, async trx => {
      const result = await work(trx);
      if (!result.ok) throw new Undone(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
}
