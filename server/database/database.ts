import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import { codeOf, reason, StartError } from './error.ts';
import { check } from './file.ts';
import { make } from './folder.ts';
import * as migrations from './migrations.ts';
import * as postgres from './postgres.ts';
import type { DialectName, Schema } from './schema.ts';
import * as sqlite from './sqlite.ts';

/** The open database, brought up to this program's schema. */
export interface Database {
  db: Kysely<Schema>;
  dialect: DialectName;
  /** How often this process has committed something: whoever remembers rows knows by it that they may be old. */
  writes: () => number;
  /** Moves what was written so far from SQLite's log into the file itself; nothing on PostgreSQL. */
  settle: () => Promise<void>;
  close: () => Promise<void>;
}

/** What opening needs to know, and who hears of connections that break later. */
export interface Options extends Pick<Config, 'dataDir' | 'databaseUrl'> {
  trouble?: (error: Error) => void;
  /** Whether a missing file is made; default true. */
  create?: boolean;
}

/**
 * Opens the database, makes it when there is none, and runs the migrations it lacks. Throws StartError, one line, when
 * it cannot be used: a corrupt or foreign file, a newer schema, no permission, nobody there. Nothing is overwritten.
 */
export async function open(options: Options): Promise<Database> {
  return options.databaseUrl === null
    ? openFile(options.dataDir, options.create ?? true)
    : openServer(options.databaseUrl, options.trouble ?? (() => {}));
}

/** Name of the embedded database's file within the data folder. */
export const FILE = 'exchange.db';

async function openFile(dataDir: string, create: boolean): Promise<Database> {
  const file = join(resolve(dataDir), FILE);
  if (!create && !existsSync(file))
    throw new StartError(
      `There is no exchange in ${resolve(dataDir)}. Start the server first, or set DATA_DIR.`,
    );
  try {
    make(resolve(dataDir));
  } catch (error) {
    throw new StartError(`The data folder ${resolve(dataDir)} cannot be used: ${reason(error)}`, {
      cause: error,
    });
  }
  check(file);
  let writes = 0;
  const db = new Kysely<Schema>({ dialect: sqlite.dialect(file, () => writes++) });
  return finish(db, 'sqlite', () => writes, `The database file ${file}`);
}

async function openServer(url: string, trouble: (error: Error) => void): Promise<Database> {
  let writes = 0;
  const pool = postgres.pool(url, trouble);
  try {
    await postgres.reach(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = new Kysely<Schema>({ dialect: postgres.dialect(pool, () => writes++) });
  return finish(db, 'postgres', () => writes, 'The database at DATABASE_URL');
}

async function finish(
  db: Kysely<Schema>,
  dialect: DialectName,
  writes: () => number,
  name: string,
): Promise<Database> {
  try {
    await migrations.run(db, dialect, name);
  } catch (error) {
    await db.destroy();
    if (error instanceof StartError) throw error;
    throw new StartError(`${name} cannot be used: ${reason(error)}`, { cause: error });
  }
  return {
    db,
    dialect,
    writes,
    async settle() {
      if (dialect === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
    close: () => db.destroy(),
  };
}

/** SQLSTATE of a transaction that PostgreSQL ended for another one's sake: serialization failure, deadlock. */
const AGAIN = new Set(['40001', '40P01']);

const ATTEMPTS = 5;

/**
 * Runs `work` in a transaction; write transactions take turns, so it sees everything committed before. It is kept when
 * `work` returns (a resolved promise means on disk) and undone when it throws. `work` may run again, so it must change
 * nothing but the database.
 */
export async function inTransaction<T>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !AGAIN.has(codeOf(error))) throw error;
    }
  }
}
