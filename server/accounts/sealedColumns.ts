import { sql } from 'kysely';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db, DatabaseSchema } from '#server/platform/database/schema.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';
import { openSealedFieldIfReadable, sealField } from './sealedFields.ts';

/** A column that `sealField` fills. The table's primary key is a text `id`. */
type SealedColumn = {
  [Table in keyof DatabaseSchema]: 'id' extends keyof DatabaseSchema[Table]
    ? { table: Table; column: Extract<keyof DatabaseSchema[Table], `sealed_${string}`> }
    : never;
}[keyof DatabaseSchema];

/** All columns with encrypted texts. Their names begin with `sealed_`; a test compares this list with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'saved_requisites', column: 'sealed_values' },
  { table: 'totp_factors', column: 'sealed_secret' },
  { table: 'recovery_codes', column: 'sealed_hash' },
  { table: 'webhooks', column: 'sealed_secret' },
  { table: 'webhooks', column: 'sealed_previous_secret' },
  // Filled for open withdrawals; null later.
  { table: 'partner_withdrawals', column: 'sealed_values' },
];

/** Rows per transaction, so that servers do not wait long for locks. */
const BATCH_SIZE = 500;

/** Counts the rows that are encrypted with a key. */
export async function countSealedRows(db: Db, keyId: string): Promise<number> {
  let count = 0;
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} like ${`${keyId}.%`}
    `.execute(db);
    count += Number(rows[0]?.count ?? 0n);
  }
  return count;
}

/** Re-encrypts rows of other keys with the current key. `lost`: number of rows that cannot be decrypted. */
export async function resealRows(db: Db, keys: ServerKeys): Promise<{ resealed: number; lost: number }> {
  const total = { resealed: 0, lost: 0 };
  for (const sealedColumn of SEALED_COLUMNS) {
    let lastId: string | null = '';
    while (lastId !== null) {
      const after: string = lastId;
      const batch = await runInTransaction(db, trx => resealBatch(trx, keys, sealedColumn, after));
      total.resealed += batch.resealed;
      total.lost += batch.lost;
      ({ lastId } = batch);
    }
  }
  return total;
}

/** Re-encrypts the next rows after an id. Returns the last id; null when there are no more. */
async function resealBatch(
  trx: Db,
  keys: ServerKeys,
  { table, column }: SealedColumn,
  after: string,
): Promise<{ resealed: number; lost: number; lastId: string | null }> {
  const query = sql<{ id: string; sealed: string }>`
    select id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where id > ${after} and ${sql.ref(column)} not like ${`${keys.currentId}.%`}
    order by id limit ${BATCH_SIZE}`;
  const { rows } = await query.execute(trx);
  let lost = 0;
  for (const { id, sealed } of rows) {
    const text = openSealedFieldIfReadable(keys, { column: `${table}.${column}`, id }, sealed);
    if (text === null) lost++;
    else
      // The row may have been replaced or re-encrypted since.
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${sealField(keys, { column: `${table}.${column}`, id }, text)}
        where id = ${id} and ${sql.ref(column)} = ${sealed}`.execute(trx);
  }
  const lastId = rows.length < BATCH_SIZE ? null : (rows.at(-1)?.id ?? null);
  return { resealed: rows.length - lost, lost, lastId };
}
