import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { DATABASE_FILE_NAME } from '#server/platform/database/database.ts';
import type { BenchDatabase } from './benchDatabase.ts';
import type { ClaimPair } from './claimMix.ts';
import { listClosedClaimStatements } from './closedClaimStatements.ts';

/** Inserts a million closed claims into a prepared database without servers, and updates the planner's statistics. */
export async function insertClosedClaims(
  { dialect, location: { dataDir, databaseUrl } }: BenchDatabase,
  pairs: readonly ClaimPair[],
): Promise<void> {
  const statements = listClosedClaimStatements(dialect, pairs, Date.now());
  if (databaseUrl === null) insertIntoSqlite(join(dataDir, DATABASE_FILE_NAME), statements);
  else await insertIntoPostgres(databaseUrl, statements);
}

async function insertIntoPostgres(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without foreign keys and triggers: the rows are consistent, and checking them takes minutes.
    await client.query('set session_replication_role = replica');
    await client.query(`set work_mem = '512MB'`);
    for (const statement of statements) await client.query(statement);
    // As autovacuum and the checkpointer would do, but not during the load.
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

function insertIntoSqlite(file: string, statements: readonly string[]): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000;
      pragma temp_store = memory`);
    for (const statement of statements) database.exec(statement);
    database.exec('analyze; pragma journal_mode = wal');
  } finally {
    database.close();
  }
}
