import { createHash } from 'node:crypto';
import { PostgresAdapter, sql, type CompiledQuery, type SelectQueryBuilder } from 'kysely';
import type { DatabaseSchema, Db } from './schema.ts';

// SQLite has one writer, so a transaction needs no locks there.

/** The lock of changes to the exchange itself: by operators, at start, by migrations. */
export const EXCHANGE_LOCK = 'exchange';

/** Whether the database is PostgreSQL. */
export function isPostgres(db: Pick<Db, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Adds a lock to a query of one table: the selected rows are locked until the end of the transaction. Other
 * transactions can read them, but must wait to change them. Rows of other tables may still refer to them.
 */
export function lockRows<Table extends keyof DatabaseSchema, Row>(
  trx: Db,
  query: SelectQueryBuilder<DatabaseSchema, Table, Row>,
): SelectQueryBuilder<DatabaseSchema, Table, Row> {
  return isPostgres(trx) ? query.forNoKeyUpdate() : query;
}

/** Locks rows like `lockRows`, but skips those that another transaction has locked. */
export function lockFreeRows<Table extends keyof DatabaseSchema, Row>(
  trx: Db,
  query: SelectQueryBuilder<DatabaseSchema, Table, Row>,
): SelectQueryBuilder<DatabaseSchema, Table, Row> {
  return isPostgres(trx) ? query.forNoKeyUpdate().skipLocked() : query;
}

/**
 * Locks names until the end of the transaction, so that transactions with the same name run one after another. All
 * names are locked at once and in one order, which prevents deadlocks.
 */
export async function lockNames(trx: Db, names: readonly string[]): Promise<void> {
  for (const query of compileNameLock(trx, names)) await trx.executeQuery(query);
}

/** Compiles the statement of `lockNames`; none if there is nothing to lock. */
export function compileNameLock(trx: Db, names: readonly string[]): CompiledQuery[] {
  if (names.length === 0 || !isPostgres(trx)) return [];
  const keys = names.map(toLockKey).toSorted((a, b) => (a < b ? -1 : 1));
  return [sql`select pg_advisory_xact_lock(key) from unnest(${keys}::bigint[]) as key`.compile(trx)];
}

/**
 * Locks those of the distinct names that no other transaction has locked, and returns them. It never waits, so the
 * caller may hold other locks.
 */
export async function lockFreeNames(trx: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0 || !isPostgres(trx)) return new Set(names);
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[], ${names.map(toLockKey)}::bigint[]) as lock (name, key)
    where pg_try_advisory_xact_lock(key)
  `.execute(trx);
  return new Set(rows.map(({ name }) => name));
}

/** Derives the key of an advisory lock, int64, from its name. */
function toLockKey(name: string): bigint {
  return createHash('sha256').update(`razmen:${name}`).digest().readBigInt64BE(0);
}
