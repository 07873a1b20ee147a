import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';

/** Finds a claim by its uuid in lower case. `db` may be a transaction. */
export function findClaimById(db: Db, id: string): Promise<ClaimRow | undefined> {
  return selectClaim(db, id).executeTakeFirst();
}

/** Loads a claim that exists, by its uuid in lower case. Throws if it is missing. */
export function loadClaimById(db: Db, id: string): Promise<ClaimRow> {
  return selectClaim(db, id).executeTakeFirstOrThrow();
}

function selectClaim(db: Db, id: string) {
  return db.selectFrom('claims').selectAll().where('id', '=', id);
}
