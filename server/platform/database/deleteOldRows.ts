import { sql } from 'kysely';
import type { DatabaseSchema, Db } from './schema.ts';

/** Maximum number of rows that one statement deletes, so that it holds no lock for long. */
const BATCH_SIZE = 1_000;

/** The expired rows of a table. */
export interface OldRows<Table extends keyof DatabaseSchema> {
  table: Table;
  /** The primary key. */
  key: keyof DatabaseSchema[Table] & string;
  /** The column of the time, in the unit of `until`. It has an index. */
  time: keyof DatabaseSchema[Table] & string;
  /** Rows of this time or earlier are deleted. */
  until: number;
  /** A second time, milliseconds, with its own limit that must also have passed. */
  and?: { time: keyof DatabaseSchema[Table] & string; until: number };
}

/** Deletes old rows in batches, each in a separate statement. Returns their number. */
export async function deleteOldRows<Table extends keyof DatabaseSchema>(
  db: Db,
  { table, key, time, until, and }: OldRows<Table>,
): Promise<number> {
  const isOver = (column: string, ms: number) => sql`${sql.ref(column)} <= ${BigInt(ms)}`;
  const isOld = and ? sql`${isOver(time, until)} and ${isOver(and.time, and.until)}` : isOver(time, until);
  let count = 0;
  for (;;) {
    // The condition is repeated outside: a row may have got a new time since it was selected.
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${isOld} and ${sql.ref(key)} in
        (select ${sql.ref(key)} from ${sql.table(table)} where ${isOld} limit ${BATCH_SIZE})
    `.execute(db);
    count += Number(numAffectedRows);
    if (numAffectedRows < BATCH_SIZE) return count;
  }
}
