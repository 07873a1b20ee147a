import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { EndTimer, PoolName, ServerEvents } from '../../serverEvents.ts';
import { isConnectionLost } from '../databaseError.ts';
import {
  isStatementOutdated,
  type PooledConnection,
  type PostgresPools,
  type PrimaryPools,
} from './postgresPools.ts';

/** Maximum number of attempts of a single query with an outdated statement. */
const MAX_ATTEMPTS = 2;

/** Largest number of prepared statements per connection; further texts are sent unprepared. */
const MAX_PREPARED_STATEMENTS = 500;

/** Statements that wait for locks: those of rowLocks.ts, and changes of a reserve, which claims of a currency share. */
const LOCK_STATEMENT = / for no key update$|^select pg_advisory_xact_lock\(|update "reserves"/;

/**
 * A Kysely driver that routes single selects to one pool, and transactions and single writes to the other. `onCommit`
 * is called after every commit.
 */
export class PostgresDriver implements Driver {
  readonly #primary: PrimaryPools;
  readonly #onCommit: () => void;

  constructor(primary: PrimaryPools, onCommit: () => void) {
    this.#primary = primary;
    this.#onCommit = onCommit;
  }

  async init() {}

  async acquireConnection() {
    return new PostgresConnection(this.#primary, this.#onCommit);
  }

  async beginTransaction(connection: DatabaseConnection) {
    await (connection as PostgresConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection) {
    await (connection as PostgresConnection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await (connection as PostgresConnection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection) {
    await (connection as PostgresConnection).rollback();
  }

  async destroy() {
    await this.#primary.close();
  }
}

/** A connection for Kysely. It takes a pool's connection for each query, or for the duration of a transaction. */
export class PostgresConnection implements DatabaseConnection {
  readonly #primary: PrimaryPools;
  readonly #onCommit: () => void;
  /** Set within a transaction. */
  #transaction: pg.PoolClient | undefined;
  /** The pools of the transaction's connection. */
  #pools: PostgresPools | undefined;
  /** Whether `begin` is sent. The first statement follows it in the same round trip. */
  #isBegun = false;
  /** The sent `commit`, if `executeBatch` has ended the transaction. */
  #commit: Promise<pg.QueryResult> | undefined;
  /** Whether the transaction's connection must not be used again. */
  #isBroken = false;
  #endTimer: EndTimer<'transactionEnded'> | undefined;

  constructor(primary: PrimaryPools, onCommit: () => void) {
    this.#primary = primary;
    this.#onCommit = onCommit;
  }

  async begin() {
    const { client, pools } = await connect(this.#primary, 'writes');
    this.#transaction = client;
    this.#pools = pools;
    this.#isBroken = this.#isBegun = false;
    this.#endTimer = this.#primary.startTimer('transactionEnded');
  }

  async commit() {
    if (!this.#commit && this.#isBegun) await this.executeBatch([], { commits: true });
    const result = await this.#commit;
    // PostgreSQL rolls back instead if an earlier statement has failed.
    if (result?.command === 'ROLLBACK') throw new AbortedTransactionError();
    this.#endTransaction('committed');
    this.#onCommit();
  }

  /** Rolls back an open transaction. Never rejects: closing a broken connection rolls back, too. */
  async rollback() {
    const client = this.#transaction;
    if (!client) return;
    // A `commit` behind a statement that has failed has rolled back.
    if (!this.#isBroken && this.#isBegun && !this.#commit)
      await client.query('rollback').catch(() => {
        this.#isBroken = true;
      });
    this.#endTransaction('rolled_back');
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#transaction) {
      const [result] = await this.executeBatch<R>([query]);
      if (result) return result;
    }
    const isRead = query.query.kind === 'SelectQueryNode';
    const result = await runOnPool<R>(this.#primary, isRead ? 'reads' : 'writes', query);
    if (!isRead) this.#onCommit();
    return result;
  }

  /**
   * Runs statements of the transaction in this order and in one round trip. The first error skips the rest. With
   * `commits` the transaction ends with them; it is rolled back if one of them fails.
   */
  async executeBatch<R>(
    queries: readonly CompiledQuery[],
    { commits = false } = {},
  ): Promise<QueryResult<R>[]> {
    const client = this.#requireTransaction();
    if (this.#commit) throw new Error('the transaction has ended');
    // One packet for all.
    client.connection.stream.cork();
    const begin = this.#isBegun ? null : client.query('begin');
    this.#isBegun = true;
    const results = queries.map(query => this.#runStatement<R>(client, query));
    if (commits) this.#commit = client.query('commit');
    client.connection.stream.uncork();
    // Waits for all of them, because the connection is free only then.
    const outcomes = await Promise.allSettled([begin, ...results, this.#commit]);
    const failure = outcomes.find(outcome => outcome.status === 'rejected');
    if (!failure) return Promise.all(results);
    this.#isBroken ||= isConnectionUnusable(failure.reason);
    if (this.#pools) this.#primary.reportFailure(this.#pools, failure.reason);
    throw failure.reason;
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming queries are not supported');
  }

  /** Runs a statement of the transaction, and measures its duration if it waits for a lock. */
  async #runStatement<R>(client: pg.PoolClient, query: CompiledQuery): Promise<QueryResult<R>> {
    const endTimer = this.#primary.startTimer('lockAwaited');
    if (!endTimer || !LOCK_STATEMENT.test(query.sql)) return runQuery<R>(client, query);
    return runQuery<R>(client, query).finally(() => endTimer({}));
  }

  #endTransaction(outcome: ServerEvents['transactionEnded']['outcome']) {
    this.#endTimer?.({ outcome });
    this.#endTimer = undefined;
    this.#transaction?.release(this.#isBroken);
    this.#transaction = this.#commit = undefined;
  }

  #requireTransaction(): pg.PoolClient {
    if (!this.#transaction) throw new Error('there is no transaction');
    return this.#transaction;
  }
}

/** Takes a connection of a pool, and measures the wait. */
async function connect(primary: PrimaryPools, pool: PoolName): Promise<PooledConnection> {
  const endTimer = primary.startTimer('connectionAwaited');
  try {
    return await primary.connect(pool);
  } finally {
    endTimer?.({ pool });
  }
}

/** Runs one query. A statement that a migration has outdated is prepared again on another connection. */
async function runOnPool<R>(
  primary: PrimaryPools,
  pool: PoolName,
  query: CompiledQuery,
): Promise<QueryResult<R>> {
  for (let attempt = 1; ; attempt++) {
    const { client, pools } = await connect(primary, pool);
    let isUnusable = false;
    try {
      return await runQuery<R>(client, query);
    } catch (error) {
      isUnusable = isConnectionUnusable(error);
      primary.reportFailure(pools, error);
      if (attempt === MAX_ATTEMPTS || !isStatementOutdated(error)) throw error;
    } finally {
      client.release(isUnusable);
    }
  }
}

/**
 * Runs one short write, which needs no lock of a transaction, on separate connections: it waits neither for
 * transactions nor for many reads. Returns its rows.
 */
export async function runShortWrite<R>(
  primary: PrimaryPools,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const { rows } = await runOnPool<R>(primary, 'counts', CompiledQuery.raw(text, [...values]));
  return rows;
}

async function runQuery<R>(
  client: pg.PoolClient,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<R>> {
  const { command, rowCount, rows } = await client.query<R & pg.QueryResultRow>({
    name: getStatementName(sql),
    text: sql,
    values: parameters as unknown[],
  });
  return command === 'SELECT' || rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
}

/** Names of prepared statements by text, for all connections. */
const statementNames = new Map<string, string>();

/** Returns the name of a prepared statement; undefined for a text beyond the limit. */
function getStatementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= MAX_PREPARED_STATEMENTS) return known;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/**
 * Whether the connection must be closed: it broke, timed out, or has an outdated statement. After any other error of
 * PostgreSQL it can be used again.
 */
function isConnectionUnusable(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return error.severity === 'FATAL' || isStatementOutdated(error) || isConnectionLost(error);
}
