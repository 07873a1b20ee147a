import type { Kysely } from 'kysely';
import type { DatabaseSchema } from './schema.ts';

/**
 * Runs reads that do not depend on each other: at the same time, so that they wait for one round trip; in a transaction,
 * which has one connection, one after another. Returns their results in their order.
 */
export async function loadTogether<const Loads extends readonly (() => Promise<unknown>)[]>(
  db: Kysely<DatabaseSchema>,
  loads: Loads,
): Promise<{ -readonly [Index in keyof Loads]: Awaited<ReturnType<Loads[Index]>> }> {
  const results: unknown[] = [];
  if (db.isTransaction) for (const load of loads) results.push(await load());
  else results.push(...(await Promise.all(loads.map(load => load()))));
  return results as { -readonly [Index in keyof Loads]: Awaited<ReturnType<Loads[Index]>> };
}
