import type { Db } from '#server/platform/database/schema.ts';
import type { PaymentRequisiteRow } from '#server/platform/database/catalogueRows.ts';
import { deriveAddress } from './deriveAddress.ts';

/** The first index that a claim gets. The operator compares the address before it with the wallet, and simulations show it. */
const FIRST_INDEX = 1n;

/** A requisite that gives each claim an address of its own. */
type KeyedRequisite = Pick<PaymentRequisiteRow, 'value' | 'key_id' | 'address_format'>;

/** Returns the id of a chain's key, which is inserted if no currency has it yet. */
export async function findOrInsertKey(trx: Db, chainKey: string): Promise<bigint> {
  await trx
    .insertInto('address_keys')
    .values({ chain_key: chainKey, next_index: FIRST_INDEX })
    .onConflict(conflict => conflict.column('chain_key').doNothing())
    .execute();
  const row = await trx
    .selectFrom('address_keys')
    .select('id')
    .where('chain_key', '=', chainKey)
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Takes the next index of a key, for one claim. Other transactions wait for it until the end of the caller's, so it comes
 * before the locks of reserves. A rollback gives the index back.
 */
export const takeAddressIndex = (trx: Db, keyId: bigint) =>
  trx
    .updateTable('address_keys')
    .set(eb => ({ next_index: eb('next_index', '+', 1n) }))
    .where('id', '=', keyId)
    .returning(eb => eb('next_index', '-', 1n).as('address_index'));

/** Returns the requisite with its address `index` as the value. Without an index: the first one, which no claim gets. */
export function deriveRequisite<Row extends KeyedRequisite>(code: string, row: Row, index = 0n): Row {
  const { address_format: format, value } = row;
  if (format === null) throw new Error(`The key of ${code} has no format of addresses`);
  return { ...row, value: deriveAddress(code, format, value, Number(index)) };
}

/** Records that a claim has got an address. The row of the claim exists. */
export const buildAddressRecord = (
  trx: Db,
  claimId: string,
  { key_id, addressIndex, value: address }: { key_id: bigint; addressIndex: bigint; value: string },
  at: number,
) =>
  trx
    .insertInto('claim_addresses')
    .values({ claim_id: claimId, key_id, address_index: addressIndex, at: BigInt(at), address });

/**
 * Selects the keys with the number of addresses that claims have got since the last paid one. Wallets find money at an
 * address only within their gap limit after it, usually 20.
 */
export const selectKeyGaps = (db: Db) =>
  db.selectFrom('address_keys').select(({ eb, fn, selectFrom, val }) => {
    const lastPaid = selectFrom('claim_addresses')
      .select('address_index')
      .whereRef('key_id', '=', 'address_keys.id')
      .where(of =>
        of.exists(
          of
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.claim_id', '=', 'claim_addresses.claim_id'),
        ),
      )
      .orderBy('address_index', 'desc')
      .limit(1);
    const paid = fn.coalesce(lastPaid.$asScalar(), val(FIRST_INDEX - 1n));
    return ['id', 'next_index', eb(eb('next_index', '-', paid), '-', 1n).as('gap')];
  });
