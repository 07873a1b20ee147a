import pg from 'pg';
import {
  publishEvent,
  startTimer,
  type EndTimer,
  type PoolName,
  type ServerEvents,
  type TimedEventName,
} from '../../serverEvents.ts';
import { getSystemErrorCode } from '../../startError.ts';
import { DatabaseBusyError, isConnectionLost } from '../databaseError.ts';
import { findPrimary } from './databaseHosts.ts';

/** Pools for single reads, for short counting writes, and for the rest, so that waits for locks delay no reads. */
export interface PostgresPools extends Record<PoolName, pg.Pool> {
  /** Called when the pools are abandoned, for callers that wait: an ending pool gives out no connections. */
  giveUpListeners: Set<() => void>;
}

/** A connection and its pools. */
export interface PooledConnection {
  client: pg.PoolClient;
  pools: PostgresPools;
}

/** Usage of connections: numbers of used, idle and allowed ones, and of waiting callers. */
export interface PoolUsage {
  pool: PoolName;
  used: number;
  idle: number;
  max: number;
  waiting: number;
}

/** Options of a server's pools. */
export interface PoolOptions {
  /** Maximum number of connections of each pool. */
  connections: Readonly<Record<PoolName, number>>;
  /** Whether statements and waits for locks have timeouts of some seconds. */
  hasTimeouts: boolean;
  /** Whether waits and transactions are reported as events. */
  isObserved: boolean;
}

const ONE_CONNECTION = { reads: 1, writes: 1, counts: 1 };

/** For requests and background jobs. */
export const REQUEST_POOLS: PoolOptions = {
  connections: { reads: 6, writes: 8, counts: 2 },
  hasTimeouts: true,
  isObserved: true,
};

/** For the health check: a busy exchange delays it no longer than a broken one. */
export const HEALTH_POOLS: PoolOptions = {
  connections: ONE_CONNECTION,
  hasTimeouts: true,
  isObserved: false,
};

/** For migrations, which may take any time. */
export const MIGRATION_POOLS: PoolOptions = {
  connections: ONE_CONNECTION,
  hasTimeouts: false,
  isObserved: false,
};

const POOL_NAMES = ['reads', 'writes', 'counts'] as const;

/** SQLSTATE of a statement that has waited too long for a lock. */
const LOCK_TIMEOUT = '55P03';

/** SQLSTATE of a write on a standby, or on a server that was made read-only. */
const READ_ONLY = '25006';

/** SQLSTATE of a prepared statement whose table has got another column since. */
const OUTDATED_STATEMENT = '0A000';

/** Statement timeout, milliseconds. */
const STATEMENT_TIMEOUT_MS = 3_500;

/** Lock timeout, milliseconds. */
const LOCK_TIMEOUT_MS = 3_000;

/** Maximum idle time within a transaction, milliseconds. After it, the locks of a paused process are released. */
const IDLE_TRANSACTION_TIMEOUT_MS = 3_500;

/** A connection without a response for this time, milliseconds, is closed: its server may be down. */
const ANSWER_TIMEOUT_MS = 4_000;

/** Timeout of the wait for a connection, milliseconds. */
const CONNECTION_TIMEOUT_MS = 3_000;

/** Maximum number of waiting statements or transactions of a pool; further ones are refused at once. */
const MAX_WAITING: Readonly<Record<PoolName, number>> = { reads: 2_000, writes: 200, counts: 200 };

/** Maximum number of attempts to get a connection when pools are abandoned meanwhile. */
const MAX_CONNECT_ATTEMPTS = 3;

/** OID of the type int8. */
const INT8_OID = 20;

/** Parses int8 as bigint, as on SQLite; other types like pg. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    Number(oid) === INT8_OID ? (text: string) => BigInt(text) : pg.types.getTypeParser(oid, format),
};

/**
 * The pools of the primary among the hosts at `urls`. `reportFailure` makes the next `getPools` find the primary again.
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

  /**
   * Takes a connection. If its pools are abandoned meanwhile, it waits for one of the next pools. Throws
   * DatabaseBusyError if too many callers wait.
   */
  async connect(name: PoolName): Promise<PooledConnection> {
    for (let attempt = 1; attempt <= MAX_CONNECT_ATTEMPTS; attempt++) {
      const pools = await this.getPools();
      const client = await connectToPool(pools, name).catch((error: unknown) => {
        this.reportFailure(pools, error, 'connecting');
        throw error;
      });
      if (client) return { client, pools };
    }
    throw new DatabaseBusyError();
  }

  /** Reports a lost connection or a lock timeout. Abandons the pools if their connections cannot be used. */
  reportFailure(
    pools: PostgresPools,
    error: unknown,
    state: ServerEvents['connectionFailed']['state'] = 'used',
  ): void {
    if (getSystemErrorCode(error) === LOCK_TIMEOUT) publishEvent('lockTimedOut', {});
    const isLost = isConnectionLost(error);
    if (isLost) publishEvent('connectionFailed', { state });
    // A single read-only server can still be read; its next connection may be writable.
    const isReadOnly = getSystemErrorCode(error) === READ_ONLY && this.#urls.length === 1;
    if ((isLost && !isReadOnly) || isStatementOutdated(error)) this.#giveUp(pools);
  }

  /** Abandons pools whose server failed or whose statements are outdated: other connections may be affected, too. */
  #giveUp(pools: PostgresPools): void {
    if (pools !== this.#current) return;
    this.#current = null;
    for (const listener of pools.giveUpListeners) listener();
    void endPools(pools).catch(() => {});
  }

  /** Starts the measurement of a driver event, unless the pools are not observed. */
  startTimer<Name extends TimedEventName>(name: Name): EndTimer<Name> | undefined {
    return this.#options.isObserved ? startTimer(name) : undefined;
  }

  /** The usage of the pools; without a primary there are no connections. */
  getUsage(): PoolUsage[] {
    const { connections } = this.#options;
    return POOL_NAMES.map(pool => ({
      pool,
      max: connections[pool],
      ...countConnections(this.#current?.[pool]),
    }));
  }

  /** Closes all connections once their queries have ended. */
  async close(): Promise<void> {
    const pools = this.#current ?? (await this.#search?.catch(() => null));
    this.#current = null;
    if (pools) await endPools(pools);
  }

  async #findPools(): Promise<PostgresPools> {
    const url = await findPrimary(this.#urls).catch((error: unknown) => {
      publishEvent('connectionFailed', { state: 'connecting' });
      throw error;
    });
    const { connections } = this.#options;
    this.#current = {
      reads: this.#createPool(url, connections.reads),
      writes: this.#createPool(url, connections.writes),
      counts: this.#createPool(url, connections.counts),
      giveUpListeners: new Set(),
    };
    return this.#current;
  }

  #createPool(url: string, max: number): pg.Pool {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      types: typeParsers,
      keepAlive: true,
      // Statements are sent without waiting for the responses to earlier ones of their transaction.
      pipeline: true,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      application_name: 'razmen',
      ...(this.#options.hasTimeouts && {
        query_timeout: ANSWER_TIMEOUT_MS,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: LOCK_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
      }),
    });
    // The pool handles only errors of idle connections. Unhandled errors of a used one would end the process.
    pool.on('connect', client => client.on('error', this.#onConnectionError));
    // Called for the same errors of idle connections.
    pool.on('error', () => publishEvent('connectionFailed', { state: 'idle' }));
    return pool;
  }
}

/** Takes a connection; null if the pools are abandoned first. Throws DatabaseBusyError if too many callers wait. */
async function connectToPool(pools: PostgresPools, name: PoolName): Promise<pg.PoolClient | null> {
  const pool = pools[name];
  if (pool.waitingCount >= MAX_WAITING[name]) throw new DatabaseBusyError();
  const connecting = pool.connect();
  const givenUp = Promise.withResolvers<null>();
  const giveUp = () => givenUp.resolve(null);
  pools.giveUpListeners.add(giveUp);
  try {
    const client = await Promise.race([connecting, givenUp.promise]);
    if (!client)
      void connecting.then(
        late => late.release(true),
        () => {},
      );
    return client;
  } finally {
    pools.giveUpListeners.delete(giveUp);
  }
}

/** Whether a prepared statement's table has got another column since. The connection must not be used again. */
export const isStatementOutdated = (error: unknown): boolean =>
  getSystemErrorCode(error) === OUTDATED_STATEMENT;

function countConnections(pool: pg.Pool | undefined): Pick<PoolUsage, 'used' | 'idle' | 'waiting'> {
  if (!pool) return { used: 0, idle: 0, waiting: 0 };
  const { totalCount, idleCount, waitingCount } = pool;
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

async function endPools(pools: PostgresPools): Promise<void> {
  await Promise.all(POOL_NAMES.map(name => pools[name].end()));
}
