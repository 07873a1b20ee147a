import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import { getSystemErrorCode, describeError, StartError } from '../startError.ts';
import { checkSqliteFile } from './sqliteFile.ts';
import { ensureDirectory } from '../ensureDirectory.ts';
import { runMigrations } from './migrations.ts';
import {
  checkPostgresConnection,
  closePools,
  createPostgresDialect,
  createPostgresPools,
} from './postgres.ts';
import { EXCHANGE_LOCK, lockNames } from './rowLocks.ts';
import type { DialectName, DatabaseSchema } from './schema.ts';
import { createSqliteDialect } from './sqlite.ts';

/** The open database with all migrations applied. */
export interface Database {
  db: Kysely<DatabaseSchema>;
  dialect: DialectName;
  /** Number of commits of this process; caches compare it to detect own writes. */
  countWrites: () => number;
  /** Checkpoints SQLite's write-ahead log; does nothing on PostgreSQL. */
  checkpoint: () => Promise<void>;
  close: () => Promise<void>;
}

/** Options of `openDatabase`. */
export interface DatabaseOptions extends Pick<Config, 'dataDir' | 'databaseUrl'> {
  onConnectionError?: (error: Error) => void;
  /** Called before each further attempt to reach a PostgreSQL that is not reachable; without it, the first one counts. */
  onWait?: (reason: string) => void;
  /** Whether to create a missing file; default true. */
  createIfMissing?: boolean;
}

/**
 * Opens the database, creates it if it is missing, and runs pending migrations. Throws StartError (one line) for a
 * corrupt or foreign file, a newer schema, missing permission or no connection. Nothing is overwritten.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === null
    ? openSqliteDatabase(options.dataDir, options.createIfMissing ?? true)
    : openPostgresDatabase(options.databaseUrl, options);
}

/** Name of the SQLite file in the data folder. */
export const DATABASE_FILE_NAME = 'exchange.db';

async function openSqliteDatabase(dataDir: string, createIfMissing: boolean): Promise<Database> {
  const file = join(resolve(dataDir), DATABASE_FILE_NAME);
  if (!createIfMissing && !existsSync(file))
    throw new StartError(
      `There is no exchange in ${resolve(dataDir)}. Start the server first, or set DATA_DIR.`,
    );
  try {
    ensureDirectory(resolve(dataDir));
  } catch (error) {
    throw new StartError(`The data folder ${resolve(dataDir)} cannot be used: ${describeError(error)}`, {
      cause: error,
    });
  }
  checkSqliteFile(file);
  let writeCount = 0;
  const db = new Kysely<DatabaseSchema>({ dialect: createSqliteDialect(file, () => writeCount++) });
  return finishOpening(db, 'sqlite', () => writeCount, `The database file ${file}`);
}

async function openPostgresDatabase(
  url: string,
  { onConnectionError = () => {}, onWait }: DatabaseOptions,
): Promise<Database> {
  let writeCount = 0;
  const pools = createPostgresPools(url, onConnectionError);
  const db = new Kysely<DatabaseSchema>({ dialect: createPostgresDialect(pools, () => writeCount++) });
  try {
    await checkPostgresConnection(pools.writes, onWait);
  } catch (error) {
    await closePools(pools);
    throw error;
  }
  const migrationPools = createPostgresPools(url, onConnectionError, { hasTimeouts: false });
  const migrationDb = new Kysely<DatabaseSchema>({
    dialect: createPostgresDialect(migrationPools, () => {}),
  });
  try {
    return await finishOpening(db, 'postgres', () => writeCount, 'The database at DATABASE_URL', migrationDb);
  } finally {
    await closePools(migrationPools);
  }
}

async function finishOpening(
  db: Kysely<DatabaseSchema>,
  dialect: DialectName,
  countWrites: () => number,
  label: string,
  /** Migrations may take longer than other statements. */
  migrationDb = db,
): Promise<Database> {
  try {
    await runMigrations(migrationDb, dialect, label);
  } catch (error) {
    await db.destroy();
    if (error instanceof StartError) throw error;
    throw new StartError(`${label} cannot be used: ${describeError(error)}`, { cause: error });
  }
  return {
    db,
    dialect,
    countWrites,
    async checkpoint() {
      if (dialect === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
    close: () => db.destroy(),
  };
}

/**
 * SQLSTATEs of transactions to retry: serialization failure, deadlock, a key that another transaction has just inserted
 * (the next attempt sees it), and a prepared statement that a migration has outdated.
 */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01', '23505', '0A000']);

const MAX_TRANSACTION_ATTEMPTS = 5;

/**
 * Runs `work` in a transaction. A resolved promise means committed and on disk; if `work` throws, the transaction rolls
 * back. `work` may be retried, so it must not have other side effects. It waits until no other transaction has one of
 * `locks`, names, and sees all their commits; with other transactions it runs at the same time on PostgreSQL, so it must
 * lock the rows that it reads and then changes.
 */
export async function runInTransaction<T>(
  db: Kysely<DatabaseSchema>,
  work: (trx: Transaction<DatabaseSchema>) => Promise<T>,
  locks: readonly string[] = [EXCHANGE_LOCK],
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async trx => {
        await lockNames(trx, locks);
        return work(trx);
      });
    } catch (error) {
      if (attempt === MAX_TRANSACTION_ATTEMPTS || !RETRYABLE_SQLSTATES.has(getSystemErrorCode(error)))
        throw error;
    }
  }
}
