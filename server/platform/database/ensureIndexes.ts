import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { PrimaryPools } from './postgres/postgresPools.ts';
import type { Db } from './schema.ts';

/** Name → definition after `create index <name>`. */
type Indexes = Readonly<Record<string, string>>;

/** Key of the advisory lock under which one server creates indexes. */
const INDEX_LOCK_KEY = 7_296_255;

const LOCK_RETRY_MS = 200;

/** Creates the indexes that are missing in SQLite. */
export async function ensureSqliteIndexes(db: Db, indexes: Indexes): Promise<void> {
  for (const [name, definition] of Object.entries(indexes))
    await sql.raw(`create index if not exists ${name} ${definition}`).execute(db);
}

/**
 * Creates the indexes that are missing in PostgreSQL, `concurrently`, so that running servers can continue to write. An
 * index that a failed creation left invalid is created again. `primary` must have no timeouts.
 */
export async function ensurePostgresIndexes(primary: PrimaryPools, indexes: Indexes): Promise<void> {
  const { writes } = await primary.getPools();
  const client = await writes.connect();
  try {
    if ((await listMissing(client, indexes)).length === 0) return;
    await takeSessionLock(client);
    for (const name of await listMissing(client, indexes)) {
      await client.query(`drop index concurrently if exists ${name}`);
      await client.query(`create index concurrently ${name} ${indexes[name]}`);
    }
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}

/** Polls for the lock: index creation waits for all running statements, including one that waits for this lock. */
async function takeSessionLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${INDEX_LOCK_KEY}) as locked`,
    );
    if (rows[0]?.locked) return;
    await setTimeout(LOCK_RETRY_MS);
  }
}

/** Lists the names without a valid index in the current schema. */
async function listMissing(client: pg.PoolClient, indexes: Indexes): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisvalid and relnamespace = current_schema()::regnamespace`);
  const valid = new Set(rows.map(({ name }) => name));
  return Object.keys(indexes).filter(name => !valid.has(name));
}
