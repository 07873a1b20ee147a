import type { Transaction } from 'kysely';
import { publishEvent } from '../serverEvents.ts';
import { getSystemErrorCode } from '../startError.ts';
import { lockNames } from './rowLocks.ts';
import type { DatabaseSchema, Db } from './schema.ts';

/**
 * SQLSTATEs of transactions to retry: serialization failure, deadlock, a key that another transaction has just inserted
 * (the next attempt reads it), and a prepared statement that a migration has outdated.
 */
const RETRYABLE_SQLSTATES: ReadonlySet<string> = new Set(['40001', '40P01', '23505', '0A000']);

/** The SQLSTATEs for migrations, which run alone: a duplicate key is then an error in the data. */
export const RETRYABLE_MIGRATION_SQLSTATES: ReadonlySet<string> = new Set(['40001', '40P01', '0A000']);

const MAX_TRANSACTION_ATTEMPTS = 5;

/**
 * Runs `work` in a transaction. A resolved promise means committed and on disk; if `work` throws, the transaction rolls
 * back. `work` may be retried, so it must not have other side effects. It first acquires `locks` (names) and then reads
 * all commits of their earlier holders. On PostgreSQL it runs concurrently with other transactions, so it must lock the
 * rows that it reads and then changes.
 */
export async function runInTransaction<T>(
  db: Db,
  work: (trx: Transaction<DatabaseSchema>) => Promise<T>,
  locks: readonly string[] = [],
  retryable = RETRYABLE_SQLSTATES,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async trx => {
        await lockNames(trx, locks);
        return work(trx);
      });
    } catch (error) {
      const sqlstate = getSystemErrorCode(error);
      if (attempt === MAX_TRANSACTION_ATTEMPTS || !retryable.has(sqlstate)) throw error;
      publishEvent('transactionRetried', { sqlstate });
    }
  }
}
