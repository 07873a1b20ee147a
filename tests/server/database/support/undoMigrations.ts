import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { loadMigrations } from '#server/platform/database/migrations.ts';
import { isPostgres } from '#server/platform/database/rowLocks.ts';

/** Undoes a migration, without the columns that it adds. */
export async function undoMigration(db: Database['db'], name: string): Promise<void> {
  const migrations = await loadMigrations();
  for (const table of migrations[name]?.tableNames.toReversed() ?? [])
    await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`delete from kysely_migration where name = ${name}`.execute(db);
}

/** Undoes the migrations from that of corrected payments on, whose trigger is in no table of its own. */
export async function undoCorrections(db: Database['db']): Promise<void> {
  await sql`alter table reserve_entries drop column actor`.execute(db);
  await undoMigration(db, '019-reserve-authors');
  await undoMigration(db, '018-claim-search');
  if (isPostgres(db)) {
    await sql`drop trigger payments_no_delete on payments`.execute(db);
    await sql`drop function refuse_payment_delete()`.execute(db);
  } else await sql`drop trigger payments_no_delete`.execute(db);
  await undoMigration(db, '017-payment-corrections');
}

/** Undoes the migrations from that of observed payments on. */
export async function undoObservedPayments(db: Database['db']): Promise<void> {
  await undoCorrections(db);
  await undoMigration(db, '016-payment-memos');
  await undoMigration(db, '015-unconfirmed-payments');
  await undoMigration(db, '014-bank-transfers');
  await undoMigration(db, '013-observed-payments');
  for (const column of ['confirmations', 'contract'])
    await sql`alter table currencies drop column ${sql.ref(column)}`.execute(db);
  await sql`drop index claim_addresses_address`.execute(db);
  await sql`alter table claim_addresses drop column address`.execute(db);
}
