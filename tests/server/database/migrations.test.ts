import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import { openDatabase, type Database } from '#server/database/database.ts';
import { loadMigrations } from '#server/database/migrations.ts';
import { StartError } from '#server/startError.ts';
import { forEachDatabase } from '../../support/testServer.ts';

const readMigrationNames = async (db: Database['db']) => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

const readTableNames = async (db: Database['db']) =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);

/** The last migration of the versions that wrote their own migration table. */
const LAST_LEGACY_MIGRATION = '003-discounts';

/** Replaces Kysely's migration table by the one that older versions wrote, and drops the tables of later migrations. */
async function restoreLegacyRecord(db: Database['db'], names: readonly string[]): Promise<void> {
  for (const [name, { tableNames }] of Object.entries(await loadMigrations()))
    if (name > LAST_LEGACY_MIGRATION)
      for (const table of tableNames) await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`create table schema_migrations (name text primary key, at bigint not null)`.execute(db);
  for (const name of names)
    await sql`insert into schema_migrations (name, at) values (${name}, ${1_700_000_000_000n})`.execute(db);
  await sql`drop table kysely_migration`.execute(db);
  await sql`drop table kysely_migration_lock`.execute(db);
}

forEachDatabase((startServer, dialect) => {
  describe('migrations', () => {
    it('creates exactly the declared tables', async () => {
      const { db } = (await startServer()).context;
      const declared = Object.values(await loadMigrations()).flatMap(({ tableNames }) => tableNames);
      const created = (await readTableNames(db)).filter(name => !name.startsWith('kysely_migration'));
      expect(created.toSorted()).toEqual(declared.toSorted());
    });

    it('converts the record of an older version without touching rows', async () => {
      const { context, config } = await startServer();
      const before = await context.db.selectFrom('currencies').selectAll().orderBy('id').execute();
      expect(before.length).toBeGreaterThan(10);
      await restoreLegacyRecord(context.db, ['001-tables', '002-life', '003-discounts']);
      const upgraded = await openDatabase(config);
      expect(await readMigrationNames(upgraded.db)).toEqual(Object.keys(await loadMigrations()));
      expect(await readTableNames(upgraded.db)).not.toContain('schema_migrations');
      expect(await upgraded.db.selectFrom('currencies').selectAll().orderBy('id').execute()).toEqual(before);
      await upgraded.close();
      const reopened = await openDatabase(config);
      await reopened.close();
    });

    it('runs the migrations that an older version had not applied', async () => {
      const { context, config } = await startServer();
      await sql`drop table discount_tiers`.execute(context.db);
      await restoreLegacyRecord(context.db, ['001-tables', '002-life']);
      const upgraded = await openDatabase(config);
      expect(await readMigrationNames(upgraded.db)).toEqual(Object.keys(await loadMigrations()));
      expect(await upgraded.db.selectFrom('discount_tiers').selectAll().execute()).toHaveLength(4);
      await upgraded.close();
    });

    it('rolls back everything if a migration fails', async () => {
      const { context, config } = await startServer();
      // Migration 003 cannot create its table.
      await restoreLegacyRecord(context.db, ['001-tables', '002-life']);
      const failure = await openDatabase(config).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StartError);
      expect((failure as Error).message).toMatch(/^[^\n]*discount_tiers[^\n]*already exists[^\n]*$/);
      const tables = await readTableNames(context.db);
      expect(tables).toContain('schema_migrations');
      expect(tables).not.toContain('kysely_migration');
    });

    it('refuses the record of a newer version without changing it', async () => {
      const { context, config } = await startServer();
      await restoreLegacyRecord(context.db, ['001-tables', '002-life', '003-discounts', '999-tomorrow']);
      const failure = await openDatabase(config).catch((error: unknown) => error);
      expect((failure as Error).message).toMatch(/^[^\n]*newer version[^\n]*999-tomorrow[^\n]*$/);
      expect(await readTableNames(context.db)).toContain('schema_migrations');
    });

    // On SQLite a data folder belongs to one server.
    if (dialect === 'sqlite') return;
    it('converts once when servers start at the same time', async () => {
      const { context, config } = await startServer();
      await restoreLegacyRecord(context.db, ['001-tables', '002-life', '003-discounts']);
      const opened = await Promise.all([1, 2, 3].map(() => openDatabase(config)));
      expect(await readMigrationNames(context.db)).toEqual(Object.keys(await loadMigrations()));
      for (const database of opened) await database.close();
    });
  });
});

/** SHA-256 of a released migration's statements, spaces collapsed, first 16 digits. */
const RELEASED_CHECKSUMS: Readonly<Record<string, Readonly<Record<'sqlite' | 'postgres', string>>>> = {
  '001-initial-tables': { sqlite: '823ffd95cba299a2', postgres: '3321d6bff6a693d1' },
  '002-claim-processing': { sqlite: 'c5ec03c9399c0a8b', postgres: '59f3812e6696ef3c' },
  '003-discounts': { sqlite: '8272c746fbde26f8', postgres: 'f930b12a9ff6bef5' },
};

describe.each(['sqlite', 'postgres'] as const)('released migrations on %s', dialect => {
  test.each(Object.entries(RELEASED_CHECKSUMS))('%s is unchanged', async (name, checksums) => {
    const statements: string[] = [];
    const db = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: introspected => new SqliteIntrospector(introspected),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
      log: ({ query }) => void statements.push(query.sql.replace(/\s+/g, ' ')),
    });
    await (await loadMigrations())[name]?.up(db, dialect);
    const checksum = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
    expect(checksum).toBe(checksums[dialect]);
  });
});
