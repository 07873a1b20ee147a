import { Kysely, sql, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import { migrations } from './migrations.ts';
import * as postgres from './postgres.ts';
import type { Schema } from './schema.ts';
import * as sqlite from './sqlite.ts';
import { StartError } from './start-error.ts';

export type Dialect = 'sqlite' | 'postgres';

/** An open database with its schema up to date. */
export interface Database {
  db: Kysely<Schema>;
  dialect: Dialect;
  close: () => Promise<void>;
}

/** Any number; two servers that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_263_001;

/**
 * Opens SQLite in `dataDir`, or PostgreSQL when `databaseUrl` is set, and brings its schema up to date. Throws
 * StartError, one line, for a database that cannot be reached, is corrupt, is somebody else's or is newer than this
 * program; nothing is overwritten.
 */
export async function open(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Database> {
  const dialect = config.databaseUrl === null ? 'sqlite' : 'postgres';
  const db = new Kysely<Schema>({
    dialect:
      config.databaseUrl === null
        ? sqlite.dialect(sqlite.locate(config.dataDir))
        : await postgres.dialect(config.databaseUrl),
  });
  try {
    await migrate(db, dialect);
  } catch (error) {
    await db.destroy();
    if (error instanceof StartError) throw error;
    const why = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
    throw new StartError(`The database cannot be brought up to date: ${why}`, { cause: error });
  }
  return { db, dialect, close: () => db.destroy() };
}

async function migrate(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await db.transaction().execute(async trx => {
    if (dialect === 'postgres') await sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
    await sql`CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, at BIGINT NOT NULL)`.execute(
      trx,
    );
    const done = await sql<{ name: string }>`SELECT name FROM schema_migrations ORDER BY name`.execute(trx);
    const names = new Set(done.rows.map(row => row.name));
    const unknown = [...names].find(name => !migrations.some(migration => migration.name === name));
    if (unknown) {
      throw new StartError(
        `The database is newer than this program (it has ${unknown}); start the newer version.`,
      );
    }
    for (const { name, up } of migrations) {
      if (names.has(name)) continue;
      await up(trx, dialect);
      await sql`INSERT INTO schema_migrations (name, at) VALUES (${name}, ${BigInt(Date.now())})`.execute(
        trx,
      );
    }
  });
}

/** How often a transaction is tried before its conflict is reported. */
const ATTEMPTS = 10;

/**
 * Runs `work` in a transaction, again from its start when the database asks for it (a deadlock or a serialization
 * conflict on PostgreSQL); it must therefore do nothing outside the transaction.
 */
export async function inTransaction<T>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (attempt === ATTEMPTS || (code !== '40001' && code !== '40P01')) throw error;
    }
  }
}
