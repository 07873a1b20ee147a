import { hasRows } from '#server/platform/database/countRows.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { parsePaymentTarget } from '../claims/payment/paymentTarget.ts';
import { listExactMatches } from '../claims/payment/sharedAddress.ts';
import type { NetworkTransfer, SharedAddress } from './paymentSource.ts';

/** Returns those of the addresses that claims have got from a key, and that the exchange has, or had, as requisites. */
export async function findOwnAddresses(db: Db, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('claim_addresses')
    .select('address')
    .where(isAnyOf(db, 'address', addresses))
    .$narrowType<{ address: string }>()
    .unionAll(
      db
        .selectFrom('payment_requisites')
        .select('value as address')
        .where('kind', '=', 'address')
        .where(isAnyOf(db, 'value', addresses)),
    )
    .execute();
  return new Set(rows.map(({ address }) => address));
}

/** Lists the addresses that the exchange has, or had, as requisites of currencies. */
export const listSharedAddresses = (db: Db, currencyIds: readonly bigint[]): Promise<SharedAddress[]> =>
  db
    .selectFrom('payment_requisites')
    .select(['currency_id as currencyId', 'value as address'])
    .where('kind', '=', 'address')
    .where('key_id', 'is', null)
    .where(isAnyOf(db, 'currency_id', currencyIds))
    .orderBy('id')
    .execute();

/**
 * Returns the id of the claim that a payment belongs to: the one whose own address or memo it has, whatever the amount,
 * else the only one that expects exactly this amount at a shared address. Null if that is unknown. `now` in milliseconds.
 */
export async function matchTransfer(
  db: Db,
  { address, currencyId, amount, memo = null }: NetworkTransfer,
  now: number,
): Promise<string | null> {
  const owner = await db
    .selectFrom('claim_addresses')
    .innerJoin('claims', 'claims.id', 'claim_addresses.claim_id')
    .select(['claims.id', 'claims.from_id'])
    .where('claim_addresses.address', '=', address)
    .executeTakeFirst();
  // Another token at the address of a claim is no payment of the claim.
  if (owner) return owner.from_id === currencyId ? owner.id : null;
  const named = memo === null ? null : await findClaimByMemo(db, currencyId, memo);
  if (named !== null) return named;
  const matches = await listExactMatches(db, { currencyId, address, amount }, now);
  const [id, ...others] = matches.map(match => match.id);
  if (id === undefined || others.length > 0) return null;
  // Also one that has waited too long: its block may still come.
  const observed = db
    .selectFrom('observed_payments')
    .where('claim_id', '=', id)
    .where('recorded_at', 'is', null);
  return (await hasRows(observed)) ? null : id;
}

/**
 * Returns the id of the claim in a currency that is paid with this memo; null if there is none. The memo of a claim is
 * its public number, which has no small letters.
 */
async function findClaimByMemo(db: Db, currencyId: bigint, memo: string): Promise<string | null> {
  const number = memo.toUpperCase();
  const claim = await db
    .selectFrom('claims')
    .select(['id', 'pay_to'])
    .where('public_number', '=', number)
    .where('from_id', '=', currencyId)
    .where('id', 'not in', db.selectFrom('simulated_claims').select('claim_id'))
    .executeTakeFirst();
  const target = parsePaymentTarget(claim?.pay_to ?? null);
  return claim && target?.kind === 'address' && target.memo?.value === number ? claim.id : null;
}
