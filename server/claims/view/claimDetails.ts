import type { Kysely, Selectable } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import type { ClaimEventRow, ClaimRow, PayoutRow, RecalculationRow } from '../../database/claimRows.ts';
import type { CityRow } from '../../database/catalogueRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import type { FileRow } from '../../database/verificationRows.ts';

/** A claim's data from other tables that its owner may see. Lists are ordered oldest first. */
export interface StoredClaimDetails {
  events: Pick<ClaimEventRow, 'to_status' | 'reason' | 'at'>[];
  /** The total received, in units of the send side; null without a payment. */
  received: Units | null;
  recalculations: Selectable<RecalculationRow>[];
  /** References of the client's payments, then of payouts and refunds. */
  transfers: StoredTransfer[];
  receipts: Pick<FileRow, 'id' | 'name' | 'type' | 'size'>[];
  /** The newest verification of the claim. */
  verification: { id: string; status: string } | null;
  /** The city of a cash claim; null without cash, or if the operator removed the city. */
  city: Pick<CityRow, 'name' | 'place' | 'hours'> | null;
}

/** A transfer of a claim by the reference of its network or bank. */
export interface StoredTransfer {
  kind: 'payment' | PayoutRow['kind'];
  reference: string;
  at: bigint;
}

/** Loads the details of a claim. `db` may be a transaction. */
export async function loadClaimDetails(
  db: Kysely<DatabaseSchema>,
  { id, city, from_id, to_id }: Pick<ClaimRow, 'id' | 'city' | 'from_id' | 'to_id'>,
): Promise<StoredClaimDetails> {
  const events = await db
    .selectFrom('claim_events')
    .select(['to_status', 'reason', 'at'])
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
  const payments = await db
    .selectFrom('payments')
    .select(['reference', 'amount', 'at'])
    .where('claim_id', '=', id)
    .orderBy('id')
    .execute();
  const payouts = await db
    .selectFrom('payouts')
    .select(['kind', 'reference', 'at'])
    .where('claim_id', '=', id)
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
    received: payments.length === 0 ? null : payments.reduce((total, { amount }) => total + amount, 0n),
    recalculations,
    transfers: [
      ...payments.map(({ reference, at }) => ({ kind: 'payment' as const, reference, at })),
      ...payouts,
    ],
    receipts,
    verification: verification ?? null,
    city: await findCity(db, { city, from_id, to_id }),
  };
}

/** The details of a claim that has just been created with these events. */
export async function loadNewClaimDetails(
  db: Kysely<DatabaseSchema>,
  claim: Pick<ClaimRow, 'city' | 'from_id' | 'to_id'>,
  events: StoredClaimDetails['events'],
): Promise<StoredClaimDetails> {
  return {
    events,
    received: null,
    recalculations: [],
    transfers: [],
    receipts: [],
    verification: null,
    city: await findCity(db, claim),
  };
}

async function findCity(
  db: Kysely<DatabaseSchema>,
  { city: code, from_id, to_id }: Pick<ClaimRow, 'city' | 'from_id' | 'to_id'>,
): Promise<StoredClaimDetails['city']> {
  if (code === null) return null;
  const row = await db
    .selectFrom('cities')
    .select(['name', 'place', 'hours'])
    .where('code', '=', code)
    .where('currency_id', 'in', [from_id, to_id])
    .executeTakeFirst();
  return row ?? null;
}
