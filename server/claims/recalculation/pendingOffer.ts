import type { Kysely, Selectable } from 'kysely';
import type { RecalculationRow, DatabaseSchema } from '../../database/schema.ts';

/** Sums of a claim, counted anew. */
export type StoredRecalculation = Selectable<RecalculationRow>;

/** What is on offer to the client, null when nothing is. */
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

/** What was on offer is so no more. */
export async function withdrawOffer(trx: Kysely<DatabaseSchema>, claimId: string): Promise<void> {
  await trx
    .updateTable('recalculations')
    .set({ state: 'refused' })
    .where('claim_id', '=', claimId)
    .where('state', '=', 'offered')
    .execute();
}
