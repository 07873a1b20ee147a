import type { Transaction } from 'kysely';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';

/** Loads a claim by its uuid in lower case, locked until the end of the transaction. Throws `missing` without it. */
export function lockClaim(trx: Db, id: string, missing = notFoundProblem): Promise<ClaimRow> {
  const query = trx.selectFrom('claims').selectAll().where('id', '=', id);
  return lockRows(trx, query).executeTakeFirstOrThrow(() => missing);
}

/**
 * Changes a claim or its related rows in a transaction that locks the claim first, so that changes of one claim run one
 * after another. 404 if it does not exist.
 */
export function transactOnClaim<T>(
  db: Db,
  id: string,
  work: (trx: Transaction<DatabaseSchema>, claim: ClaimRow) => Promise<T>,
): Promise<T> {
  return runInTransaction(db, async trx => work(trx, await lockClaim(trx, id)));
}
