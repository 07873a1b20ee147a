import { sql, type Compilable, type CompiledQuery, type QueryResult } from 'kysely';
import { getSystemErrorCode } from '../startError.ts';
import type { PostgresConnection } from './postgres/postgresDriver.ts';
import type { Db } from './schema.ts';
import { compileNameLock, isPostgres } from './rowLocks.ts';

/** An insert, update or delete without a `returning` clause. */
export type WriteQuery = Compilable<unknown> & { execute: () => Promise<unknown> };

/** Options of `executeTogether`. */
export interface WriteOptions {
  /** Writes that must change a row, and the error to throw if one changes none. */
  required?: ReadonlyMap<WriteQuery, Error>;
  /**
   * Whether the writes end the transaction: on PostgreSQL `commit` follows them in the same round trip, so that locks of
   * rows are short. The caller must not run further statements, and must not throw.
   */
  commits?: boolean;
}

/** A query, also one that is already compiled. */
export type ReadQuery<Row> = Compilable<Row> | CompiledQuery<Row>;

/** The rows of each query. */
type RowsOf<Queries> = {
  [Index in keyof Queries]: Queries[Index] extends ReadQuery<infer Row> ? Row[] : never;
};

/** SQLSTATE of a text that is not a number. */
const INVALID_TEXT = '22P02';

/**
 * Runs queries in the caller's transaction and in the given order, on PostgreSQL in one round trip. It first acquires
 * `locks` (names); the queries read all commits of their earlier holders. Returns the rows of each query.
 */
export async function readTogether<const Queries extends readonly ReadQuery<unknown>[]>(
  trx: Db,
  queries: Queries,
  locks: readonly string[] = [],
): Promise<RowsOf<Queries>> {
  const compiled = queries.map(query => ('compile' in query ? query.compile() : query));
  const statements = [...compileNameLock(trx, locks), ...compiled];
  const results = await executeInOrder(trx, statements);
  return results.slice(-queries.length).map(({ rows }) => rows) as RowsOf<Queries>;
}

/**
 * Runs independent writes in the caller's transaction; on PostgreSQL in one statement, which saves a round trip for
 * each. No write may depend on a row that another one writes, except by a foreign key. They run in the given order.
 */
export async function executeTogether(
  trx: Db,
  queries: readonly WriteQuery[],
  { required, commits = false }: WriteOptions = {},
): Promise<void> {
  const errors = queries.map(query => required?.get(query));
  if (isPostgres(trx)) return executeAsOne(trx, queries, errors, commits);
  for (const [index, query] of queries.entries()) {
    const [result] = await executeInOrder(trx, [query.compile()]);
    if (errors[index] && !result?.numAffectedRows) throw errors[index];
  }
}

async function executeAsOne(
  trx: Db,
  queries: readonly WriteQuery[],
  errors: readonly (Error | undefined)[],
  commits: boolean,
): Promise<void> {
  const names = queries.map((_, index) => sql.ref(`write_${index}`));
  const writes = queries.map((query, index) => sql`${names[index]} as (${query} returning 1)`);
  // Only an error of the statement can stop a `commit` that is already sent: this text is no number.
  const counts = names.map((name, index) =>
    errors[index]
      ? sql`cast(case when (select count(*) from ${name}) > 0 then '1' else ${sql.lit(`missing ${index}`)} end as bigint)`
      : sql`(select count(*) from ${name})`,
  );
  const statement = sql`with ${sql.join(writes)} select array[${sql.join(counts)}] as counts`.compile(trx);
  try {
    await executeInOrder(trx, [statement], commits);
  } catch (error) {
    const isMissing = getSystemErrorCode(error) === INVALID_TEXT && error instanceof Error;
    throw errors[Number(isMissing ? /"missing (\d+)"/.exec(error.message)?.[1] : NaN)] ?? error;
  }
}

/** Runs statements of a transaction, on PostgreSQL in one round trip. */
async function executeInOrder(trx: Db, queries: readonly CompiledQuery[], commits = false) {
  if (isPostgres(trx))
    return trx.getExecutor().provideConnection(async connection => {
      return (connection as PostgresConnection).executeBatch(queries, { commits });
    });
  const results: QueryResult<unknown>[] = [];
  for (const query of queries) results.push(await trx.executeQuery(query));
  return results;
}
