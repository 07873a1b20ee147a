import type { Kysely } from 'kysely';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';

/** Finds a claim by its uuid in lower case. `db` may be a transaction. */
export function findClaimById(db: Kysely<DatabaseSchema>, id: string): Promise<ClaimRow | undefined> {
  return selectClaim(db, id).executeTakeFirst();
}

/** Loads a claim that exists, by its uuid in lower case. Throws if it is missing. */
export function loadClaimById(db: Kysely<DatabaseSchema>, id: string): Promise<ClaimRow> {
  return selectClaim(db, id).executeTakeFirstOrThrow();
}

function selectClaim(db: Kysely<DatabaseSchema>, id: string) {
  return db.selectFrom('claims').selectAll().where('id', '=', id);
}
