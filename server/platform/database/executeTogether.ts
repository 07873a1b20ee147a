import { sql, type Compilable } from 'kysely';
import type { Db } from './schema.ts';
import { isPostgres } from './rowLocks.ts';

/** An insert, update or delete without a `returning` clause. */
export type WriteQuery = Compilable<unknown> & { execute: () => Promise<unknown> };

/**
 * Runs independent writes in the caller's transaction; on PostgreSQL in one statement, which saves a round trip for
 * each. No write may depend on a row that another one writes, except by a foreign key. They run in the given order.
 * Returns the number of changed rows of each write.
 */
export async function executeTogether(trx: Db, queries: readonly WriteQuery[]): Promise<number[]> {
  return isPostgres(trx) ? executeAsOne(trx, queries) : executeInTurn(trx, queries);
}

async function executeAsOne(trx: Db, queries: readonly WriteQuery[]): Promise<number[]> {
  const names = queries.map((_, index) => sql.ref(`write_${index}`));
  const writes = queries.map((query, index) => sql`${names[index]} as (${query} returning 1)`);
  const counts = names.map(name => sql`(select count(*) from ${name})`);
  const { rows } = await sql<{ counts: string[] }>`
    with ${sql.join(writes)} select array[${sql.join(counts)}]::text[] as counts`.execute(trx);
  return (rows[0]?.counts ?? []).map(Number);
}

async function executeInTurn(trx: Db, queries: readonly WriteQuery[]): Promise<number[]> {
  const counts: number[] = [];
  for (const query of queries) {
    const { numAffectedRows } = await trx.executeQuery(query.compile());
    counts.push(Number(numAffectedRows ?? 0n));
  }
  return counts;
}
