import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { ClaimRequisite } from '#core/contract/claim.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { Config } from '../../config.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { toDestinationTag } from '../claimNumber.ts';

const TransferTarget = v.pick(ClaimRequisite, ['kind', 'value', 'holder', 'bank', 'memo']);
const MerchantTarget = v.object({ kind: v.literal('merchant'), merchant: v.string() });

/** Where the client pays, stored in the claim: requisites for a transfer, or the name of a merchant. */
const PaymentTarget = v.variant('kind', [MerchantTarget, TransferTarget]);
export type PaymentTarget = v.InferOutput<typeof PaymentTarget>;

/** Parses the `pay_to` column; null until a target is chosen. Throws if the row is corrupt. */
export function parsePaymentTarget(json: string | null): PaymentTarget | null {
  return json === null ? null : v.parse(PaymentTarget, JSON.parse(json));
}

/** Returns the time to pay in milliseconds: 30 minutes for crypto, 20 for everything else. */
export function getPaymentWindowMs(kind: Currency['kind']): number {
  return (kind === 'crypto' ? 30 : 20) * 60_000;
}

/** The numbers that a payment's memo is derived from. */
interface ClaimNumbers {
  key: Uint8Array;
  number: bigint;
  publicNumber: string;
}

/**
 * Chooses the least recently used active requisite of the currency and marks it as used; null if there is none. Cash
 * gets the city's address, a shared crypto address gets a memo unique to the claim, and a currency listed in
 * `merchants` (currency code → merchant name) is paid at that merchant.
 */
export async function choosePaymentTarget(
  db: Kysely<DatabaseSchema>,
  currency: Currency,
  city: string | null,
  numbers: ClaimNumbers,
  now: number,
  merchants: Config['merchants'] = {},
): Promise<PaymentTarget | null> {
  const merchant = merchants[currency.code];
  if (merchant) return { kind: 'merchant', merchant };
  if (currency.kind === 'cash') return findCashPlace(db, currency, city);
  const row = await db
    .selectFrom('payment_requisites')
    .selectAll()
    .where('currency_id', '=', BigInt(currency.id))
    .where('active', '=', 1n)
    .orderBy('used_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  await db
    .updateTable('payment_requisites')
    .set({ used_at: BigInt(now) })
    .where('id', '=', row.id)
    .execute();
  const { kind, value, holder, bank } = row;
  return { kind, value, holder, bank, memo: row.memo === 1n ? createMemo(currency, numbers) : null };
}

async function findCashPlace(
  db: Kysely<DatabaseSchema>,
  currency: Currency,
  city: string | null,
): Promise<PaymentTarget | null> {
  const row = await db
    .selectFrom('cities')
    .select('place')
    .where('currency_id', '=', BigInt(currency.id))
    .where('code', '=', city)
    .executeTakeFirst();
  return row ? { kind: 'cash', value: row.place, holder: null, bank: null, memo: null } : null;
}

function createMemo(
  currency: Currency,
  { key, number, publicNumber }: ClaimNumbers,
): v.InferOutput<typeof TransferTarget>['memo'] {
  return currency.code === 'XRP'
    ? { label: 'Тег', value: toDestinationTag(key, number) }
    : { label: 'Комментарий', value: publicNumber };
}
