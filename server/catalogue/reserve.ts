import { sql, type Kysely } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import { RESERVE_SHARE } from '#core/exchange/course.ts';
import type { ReserveEntryRow, Schema } from '../database/schema.ts';

/** A change that a claim makes to a reserve: `amount` in units, `at` in milliseconds. */
export interface Entry {
  currencyId: bigint;
  claimId: string;
  amount: Units;
  at: number;
}

// Each of these changes the row and writes its ledger line; `trx` is the caller's transaction.

/** 95 of 100, split so that the product never leaves int64: whole hundreds first, then what is over. */
const [share, whole] = [RESERVE_SHARE.numerator, RESERVE_SHARE.denominator].map(part =>
  sql.lit(Number(part)),
);

/**
 * Holds a part of the reserve for a claim. False, and nothing is changed, when that is more than one exchange may take
 * (`reserveMax` of core/exchange/course.ts). One statement decides, so claims made at once never hold the same units.
 */
export async function hold(
  trx: Kysely<Schema>,
  { currencyId, claimId, amount, at }: Entry,
): Promise<boolean> {
  const row = await trx
    .updateTable('reserves')
    .set({ held: sql`held + ${amount}`, updated_at: BigInt(at) })
    .where('currency_id', '=', currencyId)
    .where(
      sql<boolean>`amount / ${whole} * ${share} + amount % ${whole} * ${share} / ${whole} - held >= ${amount}`,
    )
    .returning('held')
    .executeTakeFirst();
  if (!row) return false;
  await write(trx, { currencyId, claimId, at, amountChange: 0n, heldChange: amount, kind: 'hold' });
  return true;
}

/** Frees what a claim held. Throws when that much is not held: the ledger would be wrong. */
export async function release(trx: Kysely<Schema>, entry: Entry): Promise<void> {
  await change(trx, { ...line(entry), amountChange: 0n, heldChange: -entry.amount, kind: 'release' });
}

/** Pays out what a claim held: it is neither ours nor held any more. Throws when that much is not held. */
export async function payout(trx: Kysely<Schema>, entry: Entry): Promise<void> {
  await change(trx, {
    ...line(entry),
    amountChange: -entry.amount,
    heldChange: -entry.amount,
    kind: 'payout',
  });
}

/** Adds what a client paid to the reserve of the currency sent; makes the row when there is none. */
export async function receipt(trx: Kysely<Schema>, entry: Entry): Promise<void> {
  await make(trx, entry.currencyId, entry.at);
  await change(trx, { ...line(entry), amountChange: entry.amount, heldChange: 0n, kind: 'receipt' });
}

/** What an operator's change came to. */
export type SetResult = { ok: true } | { ok: false; code: 'held'; held: Units };

/** The operator's word on how much we own in all, in units. Refused below what open claims hold. */
export async function set(
  trx: Kysely<Schema>,
  { currencyId, amount, at, kind = 'operator' }: Omit<Entry, 'claimId'> & { kind?: 'operator' | 'seed' },
): Promise<SetResult> {
  await make(trx, currencyId, at);
  const before = await trx
    .selectFrom('reserves')
    .select(['amount', 'held'])
    .where('currency_id', '=', currencyId)
    .executeTakeFirstOrThrow();
  if (before.held > amount) return { ok: false, code: 'held', held: before.held };
  const amountChange = amount - before.amount;
  if (amountChange !== 0n)
    await change(trx, { currencyId, claimId: null, at, amountChange, heldChange: 0n, kind });
  return { ok: true };
}

interface Line {
  currencyId: bigint;
  claimId: string | null;
  at: number;
  amountChange: Units;
  heldChange: Units;
  kind: ReserveEntryRow['kind'];
}

function line({ currencyId, claimId, at }: Entry) {
  return { currencyId, claimId, at };
}

async function make(trx: Kysely<Schema>, currencyId: bigint, at: number): Promise<void> {
  await trx
    .insertInto('reserves')
    .values({ currency_id: currencyId, amount: 0n, held: 0n, updated_at: BigInt(at) })
    .onConflict(conflict => conflict.column('currency_id').doNothing())
    .execute();
}

async function change(trx: Kysely<Schema>, entry: Line): Promise<void> {
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
  await write(trx, entry);
}

async function write(trx: Kysely<Schema>, entry: Line): Promise<void> {
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
