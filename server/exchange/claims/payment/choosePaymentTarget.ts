import type { InferResult } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import { buildAddressRecord, deriveRequisite, takeAddressIndex } from '../../requisites/addressKeys.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { Config } from '#server/platform/config/config.ts';
import { compileOnce } from '#server/platform/database/compileOnce.ts';
import { readTogether, type ReadQuery, type WriteQuery } from '#server/platform/database/executeTogether.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { toDestinationTag } from '../claimNumber.ts';
import type { PaymentTarget, TransferTarget } from './paymentTarget.ts';
import { listTakenAddresses, selectExpectingClaims } from './sharedAddress.ts';

/** The claim that a payment target is chosen for. */
export interface PayableClaim {
  currency: Currency;
  city: string | null;
  /** The amount that must be unique among open claims at the same address; null: no such condition. */
  amount: Units | null;
  /** The internal and the public number that a payment's memo is derived from, and the key of the internal one. */
  number: bigint;
  publicNumber: string;
  numberingKey: Uint8Array;
}

/** The payment target of a claim, and its requisite; null for a merchant and for cash. */
export interface ChosenTarget {
  target: PaymentTarget;
  requisite: Requisite | null;
}

/**
 * Chooses the least recently used active requisite of the currency; null if there is none. The caller marks it as used
 * (`buildRequisiteUse`). Cash gets the city's address, and a shared crypto address gets a memo unique to the claim. A
 * currency listed in `merchants` (currency code → merchant name) is paid at that merchant. An address without a memo is
 * not chosen while another open claim expects the same amount there; a key gives each claim an address of its own.
 * `known`: the requisite, if it is already read.
 */
export async function choosePaymentTarget(
  db: Db,
  claim: PayableClaim,
  merchants: Config['merchants'],
  known?: Requisite | null,
): Promise<ChosenTarget | null> {
  const { currency, city } = claim;
  const merchant = merchants[currency.code];
  if (merchant) return { target: { kind: 'merchant', merchant }, requisite: null };
  if (currency.kind === 'cash') {
    const place = await findCashPlace(db, currency, city);
    return place && { target: place, requisite: null };
  }
  const row = known === undefined ? await readRequisite(db, claim) : known;
  if (!row) return null;
  const { kind, value, holder, bank } = row;
  const memo = row.memo === 1n ? createMemo(claim) : null;
  return { target: { kind, value, holder, bank, memo }, requisite: row };
}

/** Marks a requisite as used, so that the next claim gets another one. The row of the claim exists. */
export const buildRequisiteUses = (
  db: Db,
  claimId: string,
  { id, key_id, addressIndex, value }: Requisite,
  now: number,
): WriteQuery[] => [
  db
    .updateTable('payment_requisites')
    .set({ used_at: BigInt(now) })
    .where('id', '=', id),
  ...(key_id === null || addressIndex === undefined
    ? []
    : [buildAddressRecord(db, claimId, { key_id, addressIndex, value }, now)]),
];

/** Selects the active requisites of a currency, the least recently used first. */
export function selectRequisites(db: Db, currencyId: bigint) {
  return db
    .selectFrom('payment_requisites')
    .selectAll()
    .where('currency_id', '=', currencyId)
    .where('active', '=', 1n)
    .orderBy('used_at')
    .orderBy('id');
}

type RequisiteRow = InferResult<ReturnType<typeof selectRequisites>>[number];

/** A payment requisite of the exchange. `addressIndex`: that of `value`, if a key gave it to the claim. */
export type Requisite = RequisiteRow & { addressIndex?: bigint | undefined };

async function readRequisite(db: Db, claim: PayableClaim): Promise<Requisite | null> {
  const rows = await selectRequisites(db, BigInt(claim.currency.id)).execute();
  return (await readFreeRequisite(db, rows, claim, []))[0];
}

/**
 * Finds the requisite that the claim uses: the next address of a key, else the first free one. Reads `others` in the same
 * round trip, and also returns their rows.
 */
export async function readFreeRequisite<Row>(
  db: Db,
  rows: readonly RequisiteRow[],
  { currency, amount }: Pick<PayableClaim, 'currency' | 'amount'>,
  others: readonly ReadQuery<Row>[],
): Promise<[Requisite | null, ...Row[][]]> {
  const keyed = rows.find(({ key_id }) => key_id !== null);
  if (keyed?.key_id != null) {
    if (amount === null) return [deriveRequisite(currency.code, keyed), ...(await readTogether(db, others))];
    const [taken, ...otherRows] = await readTogether(db, [takeAddressIndex(db, keyed.key_id), ...others]);
    const addressIndex = taken[0]?.address_index;
    return [{ ...deriveRequisite(currency.code, keyed, addressIndex), addressIndex }, ...otherRows];
  }
  const isShared = (row: RequisiteRow) => row.kind === 'address' && row.memo === 0n;
  if (amount === null || !rows.some(isShared)) return [rows[0] ?? null, ...(await readTogether(db, others))];
  const currencyId = BigInt(currency.id);
  const expecting = compileOnce(db, 'expecting claims', { currencyId, amount }, of =>
    selectExpectingClaims(db, of.currencyId, of.amount, of.amount),
  );
  // Another transaction with this amount must not choose the same address.
  const locks = [`sum:${currencyId}:${amount}`];
  const [claims, ...otherRows] = await readTogether(db, [expecting, ...others], locks);
  const taken = listTakenAddresses(claims, amount);
  return [rows.find(row => !isShared(row) || !taken.includes(row.value)) ?? null, ...otherRows];
}

async function findCashPlace(db: Db, currency: Currency, city: string | null): Promise<PaymentTarget | null> {
  const row = await db
    .selectFrom('cities')
    .select('place')
    .where('currency_id', '=', BigInt(currency.id))
    .where('code', '=', city)
    .executeTakeFirst();
  return row ? { kind: 'cash', value: row.place, holder: null, bank: null, memo: null } : null;
}

function createMemo({ currency, number, publicNumber, numberingKey }: PayableClaim): TransferTarget['memo'] {
  return currency.code === 'XRP'
    ? { label: 'Тег', value: toDestinationTag(numberingKey, number) }
    : { label: 'Комментарий', value: publicNumber };
}
