import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { loadMigrations } from '#server/platform/database/migrations.ts';
import { EXCHANGE_LOCK, isPostgres, lockNames } from '#server/platform/database/rowLocks.ts';
import { StartError } from '#server/platform/startError.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { waitForLockWait } from './support/lockWaits.ts';

const readMigrationNames = async (db: Database['db']) => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

const readTableNames = async (db: Database['db']) =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);

/** The last migration of the versions that wrote their own migration table. */
const LAST_LEGACY_MIGRATION = '003-discounts';

/** Indexes of e-mails that later migrations create. */
const MAIL_INDEXES = [
  'mail_mailbox',
  'mail_due',
  'mail_dead',
  'mail_account',
  'mail_due_urgent',
  'mail_alerts',
] as const;

/** Columns that later migrations add to earlier tables. */
const LATER_COLUMNS = [
  ['cities', 'hours'],
  ['currencies', 'search_words'],
  ['currencies', 'default_amount'],
  ['recalculations', 'expires_at'],
  ['claims', 'offer_due_at'],
  ['claims', 'erased_at'],
  ['claims', 'secret_key_id'],
  ['claims', 'user_id'],
  ['claims', 'refund_requisites'],
  ['claims', 'uncapped_course'],
  ['recalculations', 'uncapped_course'],
  ['claims', 'usd_price'],
  ['claims', 'turnover'],
  ['promocodes', 'valid_until'],
  ['mail', 'mailbox'],
  ['mail', 'dead_at'],
  ['mail', 'kind'],
  ['mail', 'about'],
  ['operator_changes', 'actor'],
  ['verifications', 'user_id'],
  ['verifications', 'requisite_id'],
] as const;

/** Replaces Kysely's migration table by the one that older versions wrote, and undoes later migrations. */
async function restoreLegacyRecord(db: Database['db'], names: readonly string[]): Promise<void> {
  const on = isPostgres(db) ? sql` on claims` : sql``;
  await sql`drop trigger claims_referral_status${on}`.execute(db);
  for (const index of [
    'claims_offer_due',
    'claims_not_erased',
    'claims_expected_sum',
    'claims_open_sum',
    'claims_held',
    'claims_open_address',
    'claims_user',
    'claims_turnover',
    'claims_completed',
    'idempotency_keys_claim',
    'handoffs_expiry',
    'verifications_status',
    'verifications_user',
    'verifications_requisite',
    'handoffs_verification',
    'files_photo',
    ...MAIL_INDEXES,
  ])
    await sql`drop index ${sql.ref(index)}`.execute(db);
  for (const [table, column] of LATER_COLUMNS)
    await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db);
  // The columns and later tables may refer to them.
  for (const [name, { tableNames }] of Object.entries(await loadMigrations()).toReversed())
    if (name > LAST_LEGACY_MIGRATION)
      for (const table of tableNames.toReversed()) await sql`drop table ${sql.table(table)}`.execute(db);
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

    it('gives up the e-mails that an older version did not try any more', async () => {
      const { app, context, config } = await startServer();
      const client = createInProcessClient(app);
      for (const code of ['LTC', 'XRP']) await client.createClaim(await client.buildClaim(code, 'SBERRUB'));
      const [exhausted] = await context.db.selectFrom('mail').select('id').orderBy('id').execute();
      await context.db
        .updateTable('mail')
        .set({ attempts: 20n, next_at: 5n })
        .where('id', '=', exhausted?.id ?? 0n)
        .execute();
      await restoreLegacyRecord(context.db, ['001-tables', '002-life', '003-discounts']);
      const upgraded = await openDatabase(config);
      const rows = await upgraded.db
        .selectFrom('mail')
        .select(['attempts', 'dead_at'])
        .orderBy('id')
        .execute();
      expect(rows).toEqual([
        { attempts: 20n, dead_at: 5n },
        { attempts: 0n, dead_at: null },
      ]);
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

    if (dialect === 'postgres')
      it('runs again after a deadlock with a request', async () => {
        const { context, config } = await startServer();
        // Undoes the last migrations, from the one that creates tables.
        await sql`alter table rate_limits rename column wait to points`.execute(context.db);
        for (const table of ['telegram_links', 'telegram_chats', 'telegram_messages', 'telegram_offsets'])
          await sql`drop table ${sql.table(table)}`.execute(context.db);
        await sql`delete from kysely_migration where name >= '049-telegram'`.execute(context.db);
        const upgrading = await context.db.transaction().execute(async trx => {
          // The other side of the deadlock is the one that is ended.
          await sql`set local deadlock_timeout = '60s'`.execute(trx);
          await sql`set local lock_timeout = 0`.execute(trx);
          await sql`lock table claims in row exclusive mode`.execute(trx);
          const opened = openDatabase(config);
          await waitForLockWait(context.db, 'create table telegram_links%');
          await lockNames(trx, [EXCHANGE_LOCK]);
          return { opened };
        });
        const upgraded = await upgrading.opened;
        expect(await readMigrationNames(upgraded.db)).toEqual(Object.keys(await loadMigrations()));
        await upgraded.close();
      });

    it('refuses the record of a newer version without changing it', async () => {
      const { context, config } = await startServer();
      await restoreLegacyRecord(context.db, ['001-tables', '002-life', '003-discounts', '999-tomorrow']);
      const failure = await openDatabase(config).catch((error: unknown) => error);
      expect((failure as Error).message).toMatch(/^[^\n]*newer version[^\n]*999-tomorrow[^\n]*$/);
      expect(await readTableNames(context.db)).toContain('schema_migrations');
    });

    it('creates an index that is missing or invalid again', async () => {
      const { context, config } = await startServer();
      await sql`drop index claims_held`.execute(context.db);
      if (dialect === 'postgres')
        await sql`update pg_index set indisvalid = false where indexrelid = 'claims_open_sum'::regclass`.execute(
          context.db,
        );
      await (await openDatabase(config)).close();
      const { rows } =
        dialect === 'postgres'
          ? await sql<{
              name: string;
            }>`select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
              where indisvalid and relnamespace = current_schema()::regnamespace`.execute(context.db)
          : await sql<{ name: string }>`select name from sqlite_schema where type = 'index'`.execute(
              context.db,
            );
      expect(rows.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['claims_held', 'claims_open_sum']),
      );
    });

    it('are not run by the operator’s commands, which say so', async () => {
      const { context, config } = await startServer();
      await sql`delete from kysely_migration where name = '019-concurrent-writers'`.execute(context.db);
      const failure = await openDatabase({ ...config, createIfMissing: false }).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(StartError);
      expect((failure as Error).message).toMatch(/^[^\n]*earlier version[^\n]*npm run migrate[^\n]*$/);
      expect(await readMigrationNames(context.db)).not.toContain('019-concurrent-writers');
    });

    // On SQLite a data folder belongs to one server.
    if (dialect === 'sqlite') return;
    it('creates indexes without stopping the writes of running servers', async () => {
      const { context, config } = await startServer();
      const { db } = context;
      await sql`drop index claims_held`.execute(db);
      let isOpened = false;
      let opening = Promise.resolve();
      await db.transaction().execute(async trx => {
        await trx.updateTable('claims').set({ offer_due_at: null }).execute();
        opening = openDatabase(config).then(async database => {
          isOpened = true;
          await database.close();
        });
        await new Promise(resolve => setTimeout(resolve, 300));
        // The creation waits for this transaction; others go on.
        await db.updateTable('claims').set({ offer_due_at: null }).execute();
        expect(isOpened).toBe(false);
      });
      await opening;
    });
    it('converts once when servers start at the same time', async () => {
      const { context, config } = await startServer();
      await restoreLegacyRecord(context.db, ['001-tables', '002-life', '003-discounts']);
      const opened = await Promise.all([1, 2, 3].map(() => openDatabase(config)));
      expect(await readMigrationNames(context.db)).toEqual(Object.keys(await loadMigrations()));
      for (const database of opened) await database.close();
    });
  });
});

describe('the folder of migrations', () => {
  const createFolder = (...files: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'razmen-migrations-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const file of files) writeFileSync(join(folder, file), 'export const tableNames = [];');
    return folder;
  };

  it('may have digits in the name of a migration', async () => {
    const folder = createFolder('002-notes-v2.ts', '001-notes.ts', 'statements.ts', '.DS_Store');
    expect(Object.keys(await loadMigrations(folder))).toEqual(['001-notes', '002-notes-v2']);
  });

  it.each(['4-notes.ts', '004_notes.ts', '004-Notes.ts', '004-notes.sql', 'notes.ts'])(
    'refuses %s, which would never run',
    async file => {
      const failure = await loadMigrations(createFolder('001-notes.ts', file)).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(StartError);
      expect((failure as Error).message).toContain(`${file} is not named like a migration`);
    },
  );
});
