import { sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseSchema } from './schema.ts';

/** Table in which versions before Kysely's Migrator recorded migrations: name, time in milliseconds since 1970. */
const LEGACY_TABLE = 'schema_migrations';

/** Migrations whose files were renamed, by their recorded name. */
const RENAMED_MIGRATIONS: Readonly<Record<string, string>> = {
  '001-tables': '001-initial-tables',
  '002-life': '002-claim-processing',
};

/** Moves the record of applied migrations to Kysely's tables and drops the old one. Does nothing without an old one. */
export async function convertLegacyRecord(trx: Transaction<DatabaseSchema>): Promise<void> {
  const tables = await trx.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === LEGACY_TABLE)) return;
  // Without migrations the Migrator only creates its tables.
  const { error } = await new Migrator({
    db: trx,
    provider: { getMigrations: async () => ({}) },
  }).migrateToLatest();
  if (error !== undefined) throw error;
  const { rows } = await sql<{
    name: string;
    at: bigint;
  }>`select name, at from ${sql.table(LEGACY_TABLE)} order by name`.execute(trx);
  let lastAppliedAt = 0;
  for (const { name, at } of rows) {
    // The Migrator requires that times follow the order of names; migrations of one start may share a millisecond.
    lastAppliedAt = Math.max(lastAppliedAt + 1, Number(at));
    const timestamp = new Date(lastAppliedAt).toISOString();
    await sql`insert into kysely_migration (name, timestamp) values (${RENAMED_MIGRATIONS[name] ?? name}, ${timestamp})`.execute(
      trx,
    );
  }
  await sql`drop table ${sql.table(LEGACY_TABLE)}`.execute(trx);
}
