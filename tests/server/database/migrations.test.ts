import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { loadMigrations } from '#server/platform/database/migrations.ts';
import { EXCHANGE_LOCK, lockNames } from '#server/platform/database/rowLocks.ts';
import { StartError } from '#server/platform/startError.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { ACCOUNT_KEY, FIRST_ADDRESS } from '../payments/support/watchedExchange.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { waitForLockWait } from './support/lockWaits.ts';

const readMigrationNames = async (db: Database['db']) => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

const readTableNames = async (db: Database['db']) =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);

/** Replaces the record of migrations by one of the versions before the first release. */
async function writeFormerRecord(db: Database['db'], names: readonly string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(db);
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-01-01T00:00:00.000Z')`.execute(
      db,
    );
}

const LAST_FORMER_RECORD = ['001-initial-tables', '049-telegram', '052-token-buckets'];

/** Undoes a migration, without the columns that it adds. */
async function undoMigration(db: Database['db'], name: string): Promise<void> {
  const migrations = await loadMigrations();
  for (const table of migrations[name]?.tableNames.toReversed() ?? [])
    await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`delete from kysely_migration where name = ${name}`.execute(db);
}

/** Undoes the migrations from that of observed payments on. */
async function undoObservedPayments(db: Database['db']): Promise<void> {
  await undoMigration(db, '019-claim-search');
  await undoMigration(db, '016-payment-memos');
  await undoMigration(db, '015-unconfirmed-payments');
  await undoMigration(db, '014-bank-transfers');
  await undoMigration(db, '013-observed-payments');
  for (const column of ['confirmations', 'contract'])
    await sql`alter table currencies drop column ${sql.ref(column)}`.execute(db);
  await sql`drop index claim_addresses_address`.execute(db);
  await sql`alter table claim_addresses drop column address`.execute(db);
}

/** Undoes the migrations after the first release. */
async function undoLaterMigrations(db: Database['db']): Promise<void> {
  await sql`alter table mail drop column failure`.execute(db);
  await undoMigration(db, '011-email-failure');
  await undoMigration(db, '012-turnover');
  await undoObservedPayments(db);
  await sql`drop index operator_changes_target`.execute(db);
  await sql`alter table operator_changes drop column network`.execute(db);
  await undoMigration(db, '010-staff');
  for (const column of ['key_id', 'address_format'])
    await sql`alter table payment_requisites drop column ${sql.ref(column)}`.execute(db);
  await undoMigration(db, '009-address-keys');
}

/** Undoes all migrations from the last one of the first release on. */
async function undoLastInitialMigration(db: Database['db']): Promise<void> {
  await undoLaterMigrations(db);
  await undoMigration(db, '008-notifications');
}

forEachDatabase((startServer, dialect) => {
  describe('migrations', () => {
    it('creates exactly the declared tables', async () => {
      const { db } = (await startServer()).context;
      const declared = Object.values(await loadMigrations()).flatMap(({ tableNames }) => tableNames);
      const created = (await readTableNames(db)).filter(name => !name.startsWith('kysely_migration'));
      expect(created.toSorted()).toEqual(declared.toSorted());
    });

    it('replaces the record of the last version before the first release, and touches no rows', async () => {
      const { context, config } = await startServer();
      const before = await context.db.selectFrom('currencies').selectAll().orderBy('id').execute();
      expect(before.length).toBeGreaterThan(10);
      await undoLaterMigrations(context.db);
      await writeFormerRecord(context.db, LAST_FORMER_RECORD);
      const upgraded = await openDatabase(config);
      expect(await readMigrationNames(upgraded.db)).toEqual(Object.keys(await loadMigrations()));
      expect(await upgraded.db.selectFrom('currencies').selectAll().orderBy('id').execute()).toEqual(before);
      await upgraded.close();
      const reopened = await openDatabase(config);
      await reopened.close();
    });

    it('stores the addresses that claims have got before', async () => {
      const testServer = await startServer();
      const { context, config } = testServer;
      const operator = createOperatorCalls(testServer);
      await operator.succeed(`requisite add ETH ${ACCOUNT_KEY} --address ${FIRST_ADDRESS}`);
      const driver = await createClaimDriver(testServer, 'ETH', 'SBERRUB');
      const readRows = (db: Database['db']) => db.selectFrom('claim_addresses').selectAll().execute();
      const before = await readRows(context.db);
      expect(before).toMatchObject([
        { claim_id: driver.id, address: expect.stringMatching(/^0x/) as string },
      ]);
      await undoObservedPayments(context.db);
      const upgraded = await openDatabase(config);
      expect(await readRows(upgraded.db)).toEqual(before);
      await expect(upgraded.db.deleteFrom('claim_addresses').execute()).rejects.toThrow('append-only');
      await upgraded.close();
    });

    it('keeps the payments that are in blocks, and lets others wait for one', async () => {
      const { context, config } = await startServer();
      const { id } = await context.db.selectFrom('currencies').select('id').executeTakeFirstOrThrow();
      const row = {
        currency_id: id,
        reference: 'a:0',
        source: 'ethereum',
        address: '0x',
        amount: 1n,
        height: 7n,
        block_hash: '0x7',
        claim_id: null,
        first_seen_at: 2n,
        recorded_at: 3n,
        dismissed_at: null,
        memo: null,
      };
      await context.db.insertInto('observed_payments').values(row).execute();
      await undoMigration(context.db, '019-claim-search');
      await undoMigration(context.db, '016-payment-memos');
      await sql`alter table observed_payments drop column memo`.execute(context.db);
      await undoMigration(context.db, '015-unconfirmed-payments');
      if (dialect === 'postgres')
        await sql`alter table observed_payments alter column height set not null`.execute(context.db);
      const upgraded = await openDatabase(config);
      const waiting = { ...row, reference: 'b:0', height: null, block_hash: null, memo: 'ABC234' };
      await upgraded.db.insertInto('observed_payments').values(waiting).execute();
      expect(
        await upgraded.db.selectFrom('observed_payments').selectAll().orderBy('reference').execute(),
      ).toEqual([row, waiting]);
      await upgraded.close();
    });

    it('refuses an earlier version with the way out, and changes nothing', async () => {
      const { context, config } = await startServer();
      const former = ['001-initial-tables', '040-claim-openers'];
      await writeFormerRecord(context.db, former);
      const expectRefusal = async () => {
        const failure = await openDatabase(config).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(StartError);
        expect((failure as Error).message).toMatch(
          /^[^\n]*before migration “052-token-buckets”[^\n]*Start[^\n]*$/,
        );
      };
      await expectRefusal();
      expect(await readMigrationNames(context.db)).toEqual(former);
      // The first versions had a table of their own.
      await sql`create table schema_migrations (name text primary key, at bigint not null)`.execute(
        context.db,
      );
      await sql`drop table kysely_migration`.execute(context.db);
      await expectRefusal();
      expect(await readTableNames(context.db)).toContain('schema_migrations');
    });

    it('rolls back everything if a migration fails', async () => {
      const { context, config } = await startServer();
      await undoLastInitialMigration(context.db);
      await sql`create table course_alerts (id text)`.execute(context.db);
      const failure = await openDatabase(config).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StartError);
      expect((failure as Error).message).toMatch(/^[^\n]*course_alerts[^\n]*already exists[^\n]*$/);
      expect(await readTableNames(context.db)).not.toContain('mail');
      expect(await readMigrationNames(context.db)).not.toContain('008-notifications');
    });

    if (dialect === 'postgres')
      it('runs again after a deadlock with a request', async () => {
        const { context, config } = await startServer();
        await undoLastInitialMigration(context.db);
        const upgrading = await context.db.transaction().execute(async trx => {
          // The other side of the deadlock is the one that is ended.
          await sql`set local deadlock_timeout = '60s'`.execute(trx);
          await sql`set local lock_timeout = 0`.execute(trx);
          await sql`lock table claims in row exclusive mode`.execute(trx);
          const opened = openDatabase(config);
          await waitForLockWait(context.db, 'create table mail%');
          await lockNames(trx, [EXCHANGE_LOCK]);
          return { opened };
        });
        const upgraded = await upgrading.opened;
        expect(await readMigrationNames(upgraded.db)).toEqual(Object.keys(await loadMigrations()));
        await upgraded.close();
      });

    it('refuses the record of a newer version without changing it', async () => {
      const { context, config } = await startServer();
      await sql`insert into kysely_migration (name, timestamp) values ('999-tomorrow', '2030-01-01T00:00:00.000Z')`.execute(
        context.db,
      );
      const failure = await openDatabase(config).catch((error: unknown) => error);
      expect((failure as Error).message).toMatch(/^[^\n]*newer version[^\n]*999-tomorrow[^\n]*$/);
      expect(await readMigrationNames(context.db)).toContain('999-tomorrow');
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
      await sql`delete from kysely_migration where name = '008-notifications'`.execute(context.db);
      const failure = await openDatabase({ ...config, createIfMissing: false }).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(StartError);
      expect((failure as Error).message).toMatch(/^[^\n]*earlier version[^\n]*npm run migrate[^\n]*$/);
      expect(await readMigrationNames(context.db)).not.toContain('008-notifications');
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
    it('replaces a former record once when servers start at the same time', async () => {
      const { context, config } = await startServer();
      await undoLaterMigrations(context.db);
      await writeFormerRecord(context.db, LAST_FORMER_RECORD);
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
