import type { Kysely, Selectable } from 'kysely';
import type { RecalculationRow, Schema } from '../database/schema.ts';

/** Sums of a claim, counted anew. */
export type Recalculated = Selectable<RecalculationRow>;

/** What is on offer to the client, null when nothing is. */
export async function offered(db: Kysely<Schema>, claimId: string): Promise<Recalculated | null> {
  const row = await db
    .selectFrom('recalculations')
    .selectAll()
    .where('claim_id', '=', claimId)
    .where('state', '=', 'offered')
    .executeTakeFirst();
  return row ?? null;
}

/** What was on offer is so no more. */
export async function withdraw(trx: Kysely<Schema>, claimId: string): Promise<void> {
  await trx
    .updateTable('recalculations')
    .set({ state: 'refused' })
    .where('claim_id', '=', claimId)
    .where('state', '=', 'offered')
    .execute();
}
