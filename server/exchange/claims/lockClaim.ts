import type { Kysely, Transaction } from 'kysely';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';

/** Finds a claim by its uuid in lower case, and locks it until the end of the transaction. */
export function lockClaim(trx: Kysely<DatabaseSchema>, id: string): Promise<ClaimRow | undefined> {
  return lockRows(trx, trx.selectFrom('claims').selectAll().where('id', '=', id)).executeTakeFirst();
}

/**
 * Changes a claim or its related rows in a transaction that locks the claim first, so that changes of one claim run one
 * after another. `work` gets the claim, undefined if it does not exist.
 */
export function transactOnClaim<T>(
  db: Kysely<DatabaseSchema>,
  id: string,
  work: (trx: Transaction<DatabaseSchema>, claim: ClaimRow | undefined) => Promise<T>,
): Promise<T> {
  return runInTransaction(db, async trx => work(trx, await lockClaim(trx, id)));
}
