import type { Selectable } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import type {
  ClaimEventRow,
  ClaimRow,
  PayoutRow,
  RecalculationRow,
} from '#server/platform/database/claimRows.ts';
import type { CityRow } from '#server/platform/database/catalogueRows.ts';
import { loadSeenPayments, type SeenPayment } from '../payment/seenPayments.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { FileRow } from '#server/platform/database/verificationRows.ts';

/** A claim's data from other tables that its owner may see. Lists are ordered oldest first. */
export interface StoredClaimDetails {
  events: Pick<ClaimEventRow, 'from_status' | 'to_status' | 'reason' | 'actor' | 'at'>[];
  /** The total received, in units of the send side; null without a payment. */
  received: Units | null;
  /** Payments that are not final, so not recorded yet. */
  seenPayments: SeenPayment[];
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

/** The columns of a claim that determine its details. */
type DetailedClaim = Pick<ClaimRow, 'id' | 'city' | 'from_id' | 'to_id'>;

/** Loads the details of a claim. `db` may be a transaction. */
export async function loadClaimDetails(db: Db, claim: DetailedClaim): Promise<StoredClaimDetails> {
  const buildDetails = await loadRowsOfClaims(db, [claim.id]);
  return buildDetails(claim);
}

/** Loads the details of several claims with as many queries as for one. Returns them by the claim's id. */
export async function loadDetailsOfClaims(
  db: Db,
  claims: readonly DetailedClaim[],
): Promise<Map<string, StoredClaimDetails>> {
  const buildDetails = await loadRowsOfClaims(
    db,
    claims.map(({ id }) => id),
  );
  const details = new Map<string, StoredClaimDetails>();
  for (const claim of claims) details.set(claim.id, await buildDetails(claim));
  return details;
}

/** Tables in which most claims have no row. */
const SPARSE_TABLES = [
  'recalculations',
  'files',
  'payments',
  'observed_payments',
  'payouts',
  'verifications',
] as const;

/** Loads the events of the claims, each with a flag for every sparse table: whether it has rows of the claim. */
function loadEvents(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('claim_events')
    .select(['claim_id', 'from_status', 'to_status', 'reason', 'actor', 'at'])
    .select(({ exists, selectFrom }) =>
      SPARSE_TABLES.map(table =>
        exists(
          selectFrom(table).select('claim_id').whereRef(`${table}.claim_id`, '=', 'claim_events.claim_id'),
        ).as(table),
      ),
    )
    .where(isAnyOf(db, 'claim_id', ids))
    .orderBy('id')
    .execute();
}

/** Loads the related rows of the claims, oldest first. Returns a function that builds the details of one claim. */
async function loadRowsOfClaims(db: Db, ids: readonly string[]) {
  const isOfClaims = isAnyOf(db, 'claim_id', ids);
  const events = await loadEvents(db, ids);
  const filled = new Set(SPARSE_TABLES.filter(table => events.some(event => Boolean(event[table]))));
  const loadIfFilled = async <Row>(
    table: (typeof SPARSE_TABLES)[number],
    buildQuery: () => { execute: () => Promise<Row[]> },
  ): Promise<Row[]> => (filled.has(table) ? buildQuery().execute() : []);
  const recalculations = await loadIfFilled('recalculations', () =>
    db.selectFrom('recalculations').selectAll().where(isOfClaims).orderBy('id'),
  );
  const receipts = await loadIfFilled('files', () =>
    db
      .selectFrom('files')
      .select(['claim_id', 'id', 'name', 'type', 'size'])
      .where(isOfClaims)
      .orderBy('at')
      .orderBy('id'),
  );
  const payments = await loadIfFilled('payments', () =>
    db
      .selectFrom('payments')
      .select(['claim_id', 'reference', 'amount', 'at'])
      .where(isOfClaims)
      .orderBy('id'),
  );
  const seenPayments = await loadIfFilled('observed_payments', () => ({
    execute: () => loadSeenPayments(db, ids),
  }));
  const payouts = await loadIfFilled('payouts', () =>
    db.selectFrom('payouts').select(['claim_id', 'kind', 'reference', 'at']).where(isOfClaims).orderBy('id'),
  );
  const verifications = await loadIfFilled('verifications', () =>
    db
      .selectFrom('verifications')
      .select(['claim_id', 'id', 'status'])
      .where(isOfClaims)
      .orderBy('created_at'),
  );
  return async (claim: DetailedClaim): Promise<StoredClaimDetails> => {
    const select = <Row extends { claim_id: string | null }>(rows: readonly Row[]) =>
      rows.filter(row => row.claim_id === claim.id);
    const ownPayments = select(payments);
    const verification = select(verifications).at(-1);
    return {
      events: select(events),
      received:
        ownPayments.length === 0 ? null : ownPayments.reduce((total, { amount }) => total + amount, 0n),
      seenPayments: select(seenPayments),
      recalculations: select(recalculations),
      transfers: [
        ...ownPayments.map(({ reference, at }) => ({ kind: 'payment' as const, reference, at })),
        ...select(payouts),
      ],
      receipts: select(receipts),
      verification: verification ? { id: verification.id, status: verification.status } : null,
      city: await findCity(db, claim),
    };
  };
}

/** Loads the details of a claim that has just been created with these events. */
export async function loadNewClaimDetails(
  db: Db,
  claim: Omit<DetailedClaim, 'id'>,
  events: StoredClaimDetails['events'],
): Promise<StoredClaimDetails> {
  return {
    events,
    received: null,
    seenPayments: [],
    recalculations: [],
    transfers: [],
    receipts: [],
    verification: null,
    city: await findCity(db, claim),
  };
}

/** Finds the city of a cash claim; null without cash, or if the operator removed the city. */
export async function findCity(
  db: Db,
  { city: code, from_id, to_id }: Omit<DetailedClaim, 'id'>,
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
