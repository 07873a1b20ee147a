import type { Kysely, Selectable } from 'kysely';
import type { RecalculationRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';

/** A row of `recalculations`: new amounts of a claim for the amount received. */
export type StoredRecalculation = Selectable<RecalculationRow>;

/** Returns the recalculation that is offered to the client, null if there is none. */
export async function findPendingOffer(
  db: Kysely<DatabaseSchema>,
  claimId: string,
): Promise<StoredRecalculation | null> {
  const row = await db
    .selectFrom('recalculations')
    .selectAll()
    .where('claim_id', '=', claimId)
    .where('state', '=', 'offered')
    .executeTakeFirst();
  return row ?? null;
}

/** Marks the pending offer of a claim as refused, if there is one. */
export async function withdrawOffer(trx: Kysely<DatabaseSchema>, claimId: string): Promise<void> {
  await trx
    .updateTable('recalculations')
    .set({ state: 'refused' })
    .where('claim_id', '=', claimId)
    .where('state', '=', 'offered')
    .execute();
}
