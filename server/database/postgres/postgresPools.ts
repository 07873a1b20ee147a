import pg from 'pg';
import { findPrimary } from './databaseHosts.ts';

/** Connections for single reads and for everything else, so that a wait for a lock delays no read. */
export interface PostgresPools {
  reads: pg.Pool;
  writes: pg.Pool;
}

/** How the pools of a server behave. */
export interface PoolOptions {
  /** Numbers of connections. */
  readConnections: number;
  writeConnections: number;
  /** Whether statements and waits for locks end after some seconds. */
  hasTimeouts: boolean;
}

/** For requests and background jobs. */
export const REQUEST_POOLS: PoolOptions = { readConnections: 6, writeConnections: 8, hasTimeouts: true };

/** For the health check: a busy exchange delays it no more than a broken one. */
export const HEALTH_POOLS: PoolOptions = { readConnections: 1, writeConnections: 1, hasTimeouts: true };

/** For migrations, which may take any time. */
export const MIGRATION_POOLS: PoolOptions = { readConnections: 1, writeConnections: 1, hasTimeouts: false };

/** Longest time for a statement, milliseconds. */
const STATEMENT_TIMEOUT_MS = 3_500;

/** Longest wait for a lock, milliseconds. */
const LOCK_TIMEOUT_MS = 3_000;

/** Longest pause within a transaction, milliseconds: the locks of a process that is paused are released then. */
const IDLE_TRANSACTION_TIMEOUT_MS = 3_500;

/** A connection that gives no answer for so long is closed, milliseconds: its server may be gone. */
const ANSWER_TIMEOUT_MS = 4_000;

/** Longest wait for a connection, milliseconds. */
const CONNECTION_TIMEOUT_MS = 3_000;

/** OID of the type int8. */
const INT8_OID = 20;

/** Parses int8 as bigint, as on SQLite; other types as pg does. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    Number(oid) === INT8_OID ? (text: string) => BigInt(text) : pg.types.getTypeParser(oid, format),
};

/**
 * The pools of the primary among the hosts at `urls`. `invalidate` makes the next `getPools` look for the primary again.
 * `onConnectionError` is called when a connection breaks, idle or in use.
 */
export class PrimaryPools {
  readonly #urls: readonly string[];
  readonly #options: PoolOptions;
  readonly #onConnectionError: (error: Error) => void;
  #current: PostgresPools | null = null;
  #search: Promise<PostgresPools> | null = null;

  constructor(urls: readonly string[], options: PoolOptions, onConnectionError: (error: Error) => void) {
    this.#urls = urls;
    this.#options = options;
    this.#onConnectionError = onConnectionError;
  }

  /** Returns the pools. Rejects if no host is the primary. */
  async getPools(): Promise<PostgresPools> {
    if (this.#current) return this.#current;
    this.#search ??= this.#findPools().finally(() => (this.#search = null));
    return this.#search;
  }

  /** Stops using pools whose server failed: their other connections may be broken, too. */
  invalidate(pools: PostgresPools): void {
    if (pools !== this.#current) return;
    this.#current = null;
    void endPools(pools).catch(() => {});
  }

  /** Closes all connections once their queries have ended. */
  async close(): Promise<void> {
    const pools = this.#current ?? (await this.#search?.catch(() => null));
    this.#current = null;
    if (pools) await endPools(pools);
  }

  async #findPools(): Promise<PostgresPools> {
    const url = await findPrimary(this.#urls);
    const { readConnections, writeConnections } = this.#options;
    this.#current = {
      reads: this.#createPool(url, readConnections),
      writes: this.#createPool(url, writeConnections),
    };
    return this.#current;
  }

  #createPool(url: string, max: number): pg.Pool {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      types: typeParsers,
      keepAlive: true,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      application_name: 'razmen',
      ...(this.#options.hasTimeouts && {
        query_timeout: ANSWER_TIMEOUT_MS,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: LOCK_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
      }),
    });
    // The pool listens to idle connections only. Without a listener, an error of one in use would end the process.
    pool.on('connect', client => client.on('error', this.#onConnectionError));
    // Called for the same errors of idle connections.
    pool.on('error', () => {});
    return pool;
  }
}

async function endPools({ reads, writes }: PostgresPools): Promise<void> {
  await Promise.all([reads.end(), writes.end()]);
}
