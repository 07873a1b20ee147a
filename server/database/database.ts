import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import { getSystemErrorCode, describeError, StartError } from '../startError.ts';
import { checkSqliteFile } from './sqliteFile.ts';
import { ensureDirectory } from '../ensureDirectory.ts';
import { runMigrations } from './migrations.ts';
import { createPostgresPool, checkPostgresConnection, createPostgresDialect } from './postgres.ts';
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
  const pool = createPostgresPool(url, onConnectionError);
  try {
    await checkPostgresConnection(pool, onWait);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = new Kysely<DatabaseSchema>({ dialect: createPostgresDialect(pool, () => writeCount++) });
  return finishOpening(db, 'postgres', () => writeCount, 'The database at DATABASE_URL');
}

async function finishOpening(
  db: Kysely<DatabaseSchema>,
  dialect: DialectName,
  countWrites: () => number,
  label: string,
): Promise<Database> {
  try {
    await runMigrations(db, dialect, label);
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

/** SQLSTATEs of transactions to retry: serialization failure, deadlock. */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01']);

const MAX_TRANSACTION_ATTEMPTS = 5;

/**
 * Runs `work` in a transaction. Write transactions are serialized, so it sees all earlier commits. A resolved promise
 * means committed and on disk; if `work` throws, the transaction rolls back. `work` may be retried, so it must not have
 * other side effects.
 */
export async function runInTransaction<T>(
  db: Kysely<DatabaseSchema>,
  work: (trx: Transaction<DatabaseSchema>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === MAX_TRANSACTION_ATTEMPTS || !RETRYABLE_SQLSTATES.has(getSystemErrorCode(error)))
        throw error;
    }
  }
}
