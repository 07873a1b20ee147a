import type { Kysely, Selectable } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import type {
  ClaimEventRow,
  ClaimRow,
  FileRow,
  RecalculationRow,
  DatabaseSchema,
} from '../../database/schema.ts';

/** What other tables know of a claim, as its maker may see it; each list oldest first. */
export interface StoredClaimDetails {
  events: Selectable<ClaimEventRow>[];
  /** All that came in, null while nothing has. */
  received: Units | null;
  recalculations: Selectable<RecalculationRow>[];
  receipts: Pick<FileRow, 'id' | 'name' | 'type' | 'size'>[];
  /** The newest one of its card. */
  verification: { id: string; status: string } | null;
}

/** Reads them, by the rows as `db` (a transaction, too) sees them. */
export async function loadClaimDetails(
  db: Kysely<DatabaseSchema>,
  { id }: Pick<ClaimRow, 'id'>,
): Promise<StoredClaimDetails> {
  const events = await db
    .selectFrom('claim_events')
    .selectAll()
    .where('claim_id', '=', id)
    .orderBy('id')
    .execute();
  const recalculations = await db
    .selectFrom('recalculations')
    .selectAll()
    .where('claim_id', '=', id)
    .orderBy('id')
    .execute();
  const receipts = await db
    .selectFrom('files')
    .select(['id', 'name', 'type', 'size'])
    .where('claim_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const verification = await db
    .selectFrom('verifications')
    .select(['id', 'status'])
    .where('claim_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    events,
    received: await getReceivedTotal(db, id),
    recalculations,
    receipts,
    verification: verification ?? null,
  };
}

/** All that came in for a claim, in units of its send side; null while nothing has. */
export async function getReceivedTotal(db: Kysely<DatabaseSchema>, claimId: string): Promise<Units | null> {
  // PostgreSQL's sum of bigints is a numeric, which arrives as text.
  const { total } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<bigint | string | null>('amount').as('total'))
    .where('claim_id', '=', claimId)
    .executeTakeFirstOrThrow();
  return total === null ? null : BigInt(total);
}
