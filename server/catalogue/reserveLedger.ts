import { sql, type Kysely } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import { RESERVE_SHARE } from '#core/exchange/course.ts';
import type { ReserveEntryRow, DatabaseSchema } from '../database/schema.ts';

/** A change that a claim makes to a reserve: `amount` in units, `at` in milliseconds. */
export interface ReserveChange {
  currencyId: bigint;
  claimId: string;
  amount: Units;
  at: number;
}

// Each of these changes the row and writes its ledger line; `trx` is the caller's transaction.

/** 95 of 100, split so that the product never leaves int64: whole hundreds first, then what is over. */
const [shareNumerator, shareDenominator] = [RESERVE_SHARE.numerator, RESERVE_SHARE.denominator].map(part =>
  sql.lit(Number(part)),
);

/**
 * Holds a part of the reserve for a claim. False, and nothing is changed, when that is more than one exchange may take
 * (`maxReceiveFromReserve` of core/exchange/course.ts). One statement decides, so claims made at once never hold the
 * same units.
 */
export async function holdReserve(
  trx: Kysely<DatabaseSchema>,
  { currencyId, claimId, amount, at }: ReserveChange,
): Promise<boolean> {
  const row = await trx
    .updateTable('reserves')
    .set({ held: sql`held + ${amount}`, updated_at: BigInt(at) })
    .where('currency_id', '=', currencyId)
    .where(
      sql<boolean>`amount / ${shareDenominator} * ${shareNumerator} + amount % ${shareDenominator} * ${shareNumerator} / ${shareDenominator} - held >= ${amount}`,
    )
    .returning('held')
    .executeTakeFirst();
  if (!row) return false;
  await insertLedgerEntry(trx, {
    currencyId,
    claimId,
    at,
    amountChange: 0n,
    heldChange: amount,
    kind: 'hold',
  });
  return true;
}

/** Frees what a claim held. Throws when that much is not held: the ledger would be wrong. */
export async function releaseReserve(trx: Kysely<DatabaseSchema>, entry: ReserveChange): Promise<void> {
  await applyLedgerEntry(trx, {
    ...toEntryReference(entry),
    amountChange: 0n,
    heldChange: -entry.amount,
    kind: 'release',
  });
}

/** Pays out what a claim held: it is neither ours nor held any more. Throws when that much is not held. */
export async function payOutReserve(trx: Kysely<DatabaseSchema>, entry: ReserveChange): Promise<void> {
  await applyLedgerEntry(trx, {
    ...toEntryReference(entry),
    amountChange: -entry.amount,
    heldChange: -entry.amount,
    kind: 'payout',
  });
}

/** Adds what a client paid to the reserve of the currency sent; makes the row when there is none. */
export async function creditReserve(trx: Kysely<DatabaseSchema>, entry: ReserveChange): Promise<void> {
  await ensureReserveRow(trx, entry.currencyId, entry.at);
  await applyLedgerEntry(trx, {
    ...toEntryReference(entry),
    amountChange: entry.amount,
    heldChange: 0n,
    kind: 'receipt',
  });
}

/** What an operator's change came to. */
export type SetReserveResult = { ok: true } | { ok: false; code: 'held'; held: Units };

/** The operator's word on how much we own in all, in units. Refused below what open claims hold. */
export async function setReserve(
  trx: Kysely<DatabaseSchema>,
  {
    currencyId,
    amount,
    at,
    kind = 'operator',
  }: Omit<ReserveChange, 'claimId'> & { kind?: 'operator' | 'seed' },
): Promise<SetReserveResult> {
  await ensureReserveRow(trx, currencyId, at);
  const current = await trx
    .selectFrom('reserves')
    .select(['amount', 'held'])
    .where('currency_id', '=', currencyId)
    .executeTakeFirstOrThrow();
  if (current.held > amount) return { ok: false, code: 'held', held: current.held };
  const amountChange = amount - current.amount;
  if (amountChange !== 0n)
    await applyLedgerEntry(trx, { currencyId, claimId: null, at, amountChange, heldChange: 0n, kind });
  return { ok: true };
}

interface LedgerEntry {
  currencyId: bigint;
  claimId: string | null;
  at: number;
  amountChange: Units;
  heldChange: Units;
  kind: ReserveEntryRow['kind'];
}

function toEntryReference({ currencyId, claimId, at }: ReserveChange) {
  return { currencyId, claimId, at };
}

async function ensureReserveRow(trx: Kysely<DatabaseSchema>, currencyId: bigint, at: number): Promise<void> {
  await trx
    .insertInto('reserves')
    .values({ currency_id: currencyId, amount: 0n, held: 0n, updated_at: BigInt(at) })
    .onConflict(conflict => conflict.column('currency_id').doNothing())
    .execute();
}

async function applyLedgerEntry(trx: Kysely<DatabaseSchema>, entry: LedgerEntry): Promise<void> {
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
  if (!row) throw new Error(`${kind}: the reserve of currency ${currencyId} does not hold that much`);
  await insertLedgerEntry(trx, entry);
}

async function insertLedgerEntry(trx: Kysely<DatabaseSchema>, entry: LedgerEntry): Promise<void> {
  const { currencyId, claimId, amountChange, heldChange, kind, at } = entry;
  await trx
    .insertInto('reserve_entries')
    .values({
      currency_id: currencyId,
      claim_id: claimId,
      amount_change: amountChange,
      held_change: heldChange,
      kind,
      at: BigInt(at),
    })
    .execute();
}

/** Returns the units of reserve that a claim holds, according to the ledger. */
export async function getHeldAmount(db: Kysely<DatabaseSchema>, claimId: string): Promise<bigint> {
  const row = await db
    .selectFrom('reserve_entries')
    .select(({ fn }) => fn.sum<bigint | string | null>('held_change').as('held'))
    .where('claim_id', '=', claimId)
    .executeTakeFirstOrThrow();
  return BigInt(row.held ?? 0);
}
