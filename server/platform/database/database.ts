import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { describeError, StartError } from '../startError.ts';
import { checkSqliteFile, describeFullDisk } from './sqlite/sqliteFile.ts';
import { ensureDirectory } from '../ensureDirectory.ts';
import { ensurePostgresIndexes, ensureSqliteIndexes } from './ensureIndexes.ts';
import { checkMigrations, listIndexes, runMigrations } from './migrations.ts';
import { listDatabaseUrls } from './postgres/databaseHosts.ts';
import { checkPostgresConnection, createPostgresDialect } from './postgres/postgresDialect.ts';
import { runShortWrite } from './postgres/postgresDriver.ts';
import {
  HEALTH_POOLS,
  MIGRATION_POOLS,
  PrimaryPools,
  REQUEST_POOLS,
  type PoolUsage,
} from './postgres/postgresPools.ts';
import type { DialectName, DatabaseSchema } from './schema.ts';
import { createSqliteDialect } from './sqlite/sqliteDialect.ts';
import { WriteQueue } from './sqlite/writeQueue.ts';

/** The open database with all migrations applied. */
export interface Database {
  db: Kysely<DatabaseSchema>;
  /** The same database for the health check, with a separate connection on PostgreSQL. */
  healthDb: Kysely<DatabaseSchema>;
  dialect: DialectName;
  /** Number of commits of this process; caches compare it to detect own writes. */
  countWrites: () => number;
  /**
   * Runs one write of a few rows that no transaction changes, and returns its rows. It waits for no transaction, and
   * `countWrites` does not count it. Null on SQLite, which has one connection for writes.
   */
  runShortWrite: (<R>(text: string, values: readonly unknown[]) => Promise<R[]>) | null;
  /** Checkpoints SQLite's write-ahead log; does nothing on PostgreSQL. */
  checkpoint: () => Promise<void>;
  /** The connections for requests and jobs. On SQLite only writes wait, in a queue for the one connection. */
  getPoolUsage: () => PoolUsage[];
  close: () => Promise<void>;
}

/** Options of `openDatabase`. */
export interface DatabaseOptions extends Pick<Config, 'dataDir' | 'databaseUrl'> {
  onConnectionError?: (error: Error) => void;
  /** Called before each retry while PostgreSQL is unreachable; without it, the first failure is final. */
  onWait?: (reason: string) => void;
  /** Whether to create a missing file and to run pending migrations, which are an error otherwise; default true. */
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
  const writeQueue = new WriteQueue();
  const dialect = createSqliteDialect(file, writeQueue, () => writeCount++);
  const db = new Kysely<DatabaseSchema>({ dialect });
  try {
    await migrate(db, 'sqlite', `The database file ${file}`, createIfMissing, indexes =>
      ensureSqliteIndexes(db, indexes),
    );
  } catch (error) {
    await db.destroy();
    const problem = describeFullDisk(file);
    throw problem ? new StartError(`The database file ${file} ${problem}.`, { cause: error }) : error;
  }
  return {
    db,
    healthDb: db,
    dialect: 'sqlite',
    countWrites: () => writeCount,
    runShortWrite: null,
    async checkpoint() {
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
    getPoolUsage: () => [{ pool: 'writes', ...writeQueue.getUsage() }],
    close: () => db.destroy(),
  };
}

async function openPostgresDatabase(
  url: string,
  { onConnectionError = () => {}, onWait, createIfMissing = true }: DatabaseOptions,
): Promise<Database> {
  let writeCount = 0;
  const urls = listDatabaseUrls(url) ?? [url];
  const primary = new PrimaryPools(urls, REQUEST_POOLS, onConnectionError);
  const open = (pools: PrimaryPools, onCommit = () => {}) =>
    new Kysely<DatabaseSchema>({ dialect: createPostgresDialect(pools, onCommit) });
  try {
    await checkPostgresConnection(primary, onWait);
  } catch (error) {
    await primary.close();
    throw error;
  }
  const db = open(primary, () => writeCount++);
  const migrationPools = new PrimaryPools(urls, MIGRATION_POOLS, onConnectionError);
  const migrationDb = open(migrationPools);
  try {
    await migrate(migrationDb, 'postgres', 'The database at DATABASE_URL', createIfMissing, indexes =>
      ensurePostgresIndexes(migrationPools, indexes),
    );
  } catch (error) {
    await primary.close();
    throw error;
  } finally {
    await migrationDb.destroy();
  }
  const healthDb = open(new PrimaryPools(urls, HEALTH_POOLS, onConnectionError));
  return {
    db,
    healthDb,
    dialect: 'postgres',
    countWrites: () => writeCount,
    runShortWrite: (text, values) => runShortWrite(primary, text, values),
    checkpoint: async () => {},
    getPoolUsage: () => primary.getUsage(),
    async close() {
      await healthDb.destroy();
      await db.destroy();
      // Kysely closes its driver only if it has run a query.
      await primary.close();
    },
  };
}

/** Runs the pending migrations and creates missing indexes, or only checks that there are none. Throws StartError. */
async function migrate(
  db: Kysely<DatabaseSchema>,
  dialect: DialectName,
  label: string,
  isAllowed: boolean,
  createIndexes: (indexes: Record<string, string>) => Promise<void>,
): Promise<void> {
  try {
    if (!isAllowed) return await checkMigrations(db, dialect, label);
    await runMigrations(db, dialect, label);
    await createIndexes(await listIndexes(dialect));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${label} cannot be used: ${describeError(error)}`, { cause: error });
  }
}
