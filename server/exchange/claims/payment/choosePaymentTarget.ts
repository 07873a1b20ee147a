import type { Units } from '#core/exchange/amount.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { Config } from '#server/platform/config/config.ts';
import { lockNames } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { toDestinationTag } from '../claimNumber.ts';
import type { PaymentTarget, TransferTarget } from './paymentTarget.ts';
import { listExpectedAmounts } from './sharedAddress.ts';

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
  requisiteId: bigint | null;
}

/**
 * Chooses the least recently used active requisite of the currency; null if there is none. The caller marks it as used
 * (`buildRequisiteUse`). Cash gets the city's address, and a shared crypto address gets a memo unique to the claim. A
 * currency listed in `merchants` (currency code → merchant name) is paid at that merchant. An address without a memo is
 * not chosen while another open claim expects the same amount there.
 */
export async function choosePaymentTarget(
  db: Db,
  claim: PayableClaim,
  merchants: Config['merchants'],
): Promise<ChosenTarget | null> {
  const { currency, city } = claim;
  const merchant = merchants[currency.code];
  if (merchant) return { target: { kind: 'merchant', merchant }, requisiteId: null };
  if (currency.kind === 'cash') {
    const place = await findCashPlace(db, currency, city);
    return place && { target: place, requisiteId: null };
  }
  const row = await findFreeRequisite(db, claim);
  if (!row) return null;
  const { id, kind, value, holder, bank } = row;
  const memo = row.memo === 1n ? createMemo(claim) : null;
  return { target: { kind, value, holder, bank, memo }, requisiteId: id };
}

/** Marks a requisite as used, so that the next claim gets another one. */
export function buildRequisiteUse(db: Db, id: bigint, now: number) {
  return db
    .updateTable('payment_requisites')
    .set({ used_at: BigInt(now) })
    .where('id', '=', id);
}

async function findFreeRequisite(db: Db, { currency, amount }: PayableClaim) {
  const currencyId = BigInt(currency.id);
  const rows = await db
    .selectFrom('payment_requisites')
    .selectAll()
    .where('currency_id', '=', currencyId)
    .where('active', '=', 1n)
    .orderBy('used_at')
    .orderBy('id')
    .execute();
  const isShared = (row: (typeof rows)[number]) => row.kind === 'address' && row.memo === 0n;
  if (amount === null || !rows.some(isShared)) return rows[0];
  // Another transaction with this amount must not choose the same address.
  await lockNames(db, [`sum:${currencyId}:${amount}`]);
  const taken = (await listExpectedAmounts(db, currencyId, amount, amount)).map(({ address }) => address);
  return rows.find(row => !isShared(row) || !taken.includes(row.value));
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
