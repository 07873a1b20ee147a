import { sql, type SelectQueryBuilder } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import { RESERVE_SHARE } from '#core/exchange/course.ts';
import type { ReserveEntryRow } from '#server/platform/database/catalogueRows.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { isPostgres, lockRows } from '#server/platform/database/rowLocks.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';

/** A change of a reserve by a claim: `amount` in units, `at` in milliseconds. */
export interface ReserveChange {
  currencyId: bigint;
  claimId: string;
  amount: Units;
  at: number;
}

// Each function updates the reserve row and writes a ledger entry. `trx` is the caller's transaction.

/** RESERVE_SHARE for SQL. Hundreds and remainder are multiplied separately, to stay within int64. */
const [shareNumerator, shareDenominator] = [RESERVE_SHARE.numerator, RESERVE_SHARE.denominator].map(part =>
  sql.lit(Number(part)),
);

/**
 * Holds a part of the reserve for a claim. Returns false, without a change, if the amount exceeds the limit of one
 * exchange (`maxReceiveFromReserve` of core/exchange/course.ts). A single statement checks and updates, so concurrent
 * claims cannot hold the same units.
 */
export async function holdReserve(trx: Db, change: ReserveChange): Promise<boolean> {
  const { update, entry } = buildHold(trx, change);
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await entry.execute();
  return true;
}

/** The two writes of `holdReserve`: if `update` changes no row, the caller must roll `entry` back. */
export function buildHold(trx: Db, { currencyId, claimId, amount, at }: ReserveChange) {
  const update = trx
    .updateTable('reserves')
    .set({ held: sql`held + ${amount}`, updated_at: BigInt(at) })
    .where('currency_id', '=', currencyId)
    .where(
      sql<boolean>`amount / ${shareDenominator} * ${shareNumerator} + amount % ${shareDenominator} * ${shareNumerator} / ${shareDenominator} - held >= ${amount}`,
    );
  const entry = buildLedgerInsert(trx, [
    { currencyId, claimId, at, amountChange: 0n, heldChange: amount, kind: 'hold' },
  ]);
  return { update, entry };
}

/** Releases the units held by a claim. Throws if fewer units are held, because the ledger would be wrong. */
export async function releaseReserve(trx: Db, entry: ReserveChange): Promise<void> {
  await applyLedgerEntry(trx, { ...entry, amountChange: 0n, heldChange: -entry.amount, kind: 'release' });
}

/**
 * Pays out the units held by a claim, or returns unsettled money: subtracts them from `amount` and `held`. Throws if
 * fewer units are held.
 */
export async function payOutReserve(trx: Db, entry: ReserveChange): Promise<void> {
  await applyLedgerEntry(trx, {
    ...entry,
    amountChange: -entry.amount,
    heldChange: -entry.amount,
    kind: 'payout',
  });
}

/**
 * Pays an amount of a partner's withdrawal out of the free reserve. Returns false, without a change, if less is free.
 */
export async function spendReserve(
  trx: Db,
  { currencyId, amount, at }: Omit<ReserveChange, 'claimId'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reserves')
    .set({ amount: sql`amount - ${amount}`, updated_at: BigInt(at) })
    .where('currency_id', '=', currencyId)
    .where(sql<boolean>`amount - held >= ${amount}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await buildLedgerInsert(trx, [
    { currencyId, claimId: null, at, amountChange: -amount, heldChange: 0n, kind: 'payout' },
  ]).execute();
  return true;
}

/** Adds a client's payment to the reserve of the currency sent. Creates the row if it is missing. */
export async function creditReserve(trx: Db, entry: ReserveChange): Promise<void> {
  await ensureReserveRow(trx, entry.currencyId, entry.at);
  await applyLedgerEntry(trx, { ...entry, amountChange: entry.amount, heldChange: 0n, kind: 'receipt' });
}

/** Adds money that arrived for a closed claim. It is held until its return, so that it cannot be exchanged. */
export async function creditUnsettled(trx: Db, entry: ReserveChange): Promise<void> {
  await ensureReserveRow(trx, entry.currencyId, entry.at);
  await applyLedgerEntry(trx, {
    ...entry,
    amountChange: entry.amount,
    heldChange: entry.amount,
    kind: 'receipt',
  });
}

/** Takes back money of a closed claim that was recorded by mistake. Throws if less is held. */
export async function debitUnsettled(trx: Db, entry: ReserveChange): Promise<void> {
  await applyLedgerEntry(trx, {
    ...entry,
    amountChange: -entry.amount,
    heldChange: -entry.amount,
    kind: 'receipt',
  });
}

/**
 * Locks reserves until the end of the transaction, in a fixed order that prevents deadlocks between two transactions
 * that change the same two reserves.
 */
export async function lockReserves(trx: Db, currencyIds: readonly bigint[]): Promise<void> {
  if (!isPostgres(trx)) return;
  const query = trx.selectFrom('reserves').select('currency_id').where('currency_id', 'in', currencyIds);
  await lockRows(trx, query.orderBy('currency_id')).execute();
}

/** Returns the money, in units of the currency sent, that arrived for a closed claim and is not returned yet. */
export async function getUnsettledAmount(
  db: Db,
  { id, from_id }: Pick<ClaimRow, 'id' | 'from_id'>,
): Promise<Units> {
  return sumHeld(
    db.selectFrom('reserve_entries').where('claim_id', '=', id).where('currency_id', '=', from_id),
  );
}

/**
 * In a query of `claims`: whether money that arrived for the closed claim is not returned yet. Only the entries of
 * `creditUnsettled` change both sums upwards; they have an index, because most closed claims have none.
 */
export const hasUnsettledMoney = sql<boolean>`(claims.id in (
  select claim_id from reserve_entries where amount_change > 0 and held_change > 0
) and exists (
  select 1 from reserve_entries
  where reserve_entries.claim_id = claims.id and reserve_entries.currency_id = claims.from_id
  group by reserve_entries.claim_id having sum(reserve_entries.held_change) > 0
))`;

/**
 * Sets the total reserve, in units, as `actor`, and returns null. If more is held, changes nothing and returns the held
 * amount.
 */
export async function setReserve(
  trx: Db,
  { currencyId, amount, at, actor }: Omit<ReserveChange, 'claimId'> & Pick<LedgerEntry, 'actor'>,
): Promise<Units | null> {
  await ensureReserveRow(trx, currencyId, at);
  const query = trx.selectFrom('reserves').select(['amount', 'held']).where('currency_id', '=', currencyId);
  const current = await lockRows(trx, query).executeTakeFirstOrThrow();
  if (current.held > amount) return current.held;
  const amountChange = amount - current.amount;
  if (amountChange !== 0n)
    await applyLedgerEntry(trx, {
      currencyId,
      claimId: null,
      at,
      amountChange,
      heldChange: 0n,
      kind: 'operator',
      actor,
    });
  return null;
}

/** Inserts the reserves of a new database, which must have none, and their ledger entries, in two statements. */
export async function insertInitialReserves(
  trx: Db,
  reserves: readonly Pick<ReserveChange, 'currencyId' | 'amount'>[],
  at: number,
): Promise<void> {
  const rows = reserves.map(({ currencyId, amount }) => ({
    currency_id: currencyId,
    amount,
    held: 0n,
    updated_at: BigInt(at),
  }));
  await trx.insertInto('reserves').values(rows).execute();
  await buildLedgerInsert(
    trx,
    reserves
      .filter(({ amount }) => amount > 0n)
      .map(({ currencyId, amount }) => ({
        currencyId,
        claimId: null,
        at,
        amountChange: amount,
        heldChange: 0n,
        kind: 'seed',
      })),
  ).execute();
}

interface LedgerEntry extends Pick<ReserveChange, 'currencyId' | 'at'> {
  claimId: string | null;
  amountChange: Units;
  heldChange: Units;
  kind: ReserveEntryRow['kind'];
  actor?: string | undefined;
}

async function ensureReserveRow(trx: Db, currencyId: bigint, at: number): Promise<void> {
  await trx
    .insertInto('reserves')
    .values({ currency_id: currencyId, amount: 0n, held: 0n, updated_at: BigInt(at) })
    .onConflict(conflict => conflict.column('currency_id').doNothing())
    .execute();
}

async function applyLedgerEntry(trx: Db, entry: LedgerEntry): Promise<void> {
  const { currencyId, amountChange, heldChange, at, kind } = entry;
  const row = await trx
    .updateTable('reserves')
    .set({
      amount: sql`amount + ${amountChange}`,
      held: sql`held + ${heldChange}`,
      updated_at: BigInt(at),
    })
    .where('currency_id', '=', currencyId)
    .where(sql<boolean>`held + ${heldChange} >= 0`)
    .returning('held')
    .executeTakeFirst();
  if (!row) throw new Error(`${kind}: the held reserve of currency ${currencyId} is too small`);
  await buildLedgerInsert(trx, [entry]).execute();
}

function buildLedgerInsert(trx: Db, entries: readonly LedgerEntry[]) {
  const rows = entries.map(({ currencyId, claimId, amountChange, heldChange, kind, at, actor = '' }) => ({
    currency_id: currencyId,
    claim_id: claimId,
    amount_change: amountChange,
    held_change: heldChange,
    kind,
    at: BigInt(at),
    actor,
  }));
  return trx.insertInto('reserve_entries').values(rows);
}

/** Returns the units of reserve that a claim holds for its payout, according to the ledger. */
export async function getHeldAmount(db: Db, claimId: string): Promise<Units> {
  return sumHeld(
    db
      .selectFrom('reserve_entries')
      .where('claim_id', '=', claimId)
      .where('currency_id', '=', db.selectFrom('claims').select('to_id').where('id', '=', claimId)),
  );
}

async function sumHeld(
  entries: SelectQueryBuilder<DatabaseSchema, 'reserve_entries', object>,
): Promise<Units> {
  const row = await entries
    .select(({ fn }) => fn.sum<bigint | string | null>('held_change').as('held'))
    .executeTakeFirstOrThrow();
  return BigInt(row.held ?? 0);
}
