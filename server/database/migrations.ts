import { type Kysely, sql, type Transaction } from 'kysely';
import { StartError } from '../startError.ts';
import { SQLITE_APPLICATION_ID } from './sqliteFile.ts';
import { createDiscountSchema, DISCOUNT_TABLE_NAMES } from './migrations/003-discounts.ts';
import { createClaimProcessingSchema, CLAIM_PROCESSING_TABLE_NAMES } from './migrations/002-life.ts';
import type { DialectName, DatabaseSchema } from './schema.ts';
import { createInitialSchema, INITIAL_TABLE_NAMES } from './migrations/001-tables.ts';

/** One step of the schema: statements of one database. A step that was released is never changed. */
interface Migration {
  name: string;
  statements: (dialect: DialectName) => readonly string[];
}

/** All steps, in the order to run. */
const migrations: readonly Migration[] = [
  { name: '001-tables', statements: createInitialSchema },
  { name: '002-life', statements: createClaimProcessingSchema },
  { name: '003-discounts', statements: createDiscountSchema },
];

/**
 * Runs what the database lacks, all in one transaction; servers that start together take turns. Throws StartError when
 * the database is newer than this program or belongs to another one. `name` is the database in that line.
 */
export async function runMigrations(
  db: Kysely<DatabaseSchema>,
  dialect: DialectName,
  databaseLabel: string,
): Promise<void> {
  const appliedBefore = await readAppliedMigrations(db, dialect);
  if (appliedBefore !== null && listPendingMigrations(appliedBefore, databaseLabel).length === 0) return;
  await db.transaction().execute(async trx => {
    const appliedNames = await readAppliedMigrations(trx, dialect);
    if (appliedNames === null) {
      await rejectForeignDatabase(trx, dialect, databaseLabel);
      if (dialect === 'sqlite')
        await sql.raw(`PRAGMA application_id = ${SQLITE_APPLICATION_ID}`).execute(trx);
      await sql`create table schema_migrations (name text primary key, at bigint not null)`.execute(trx);
    }
    for (const migration of listPendingMigrations(appliedNames ?? [], databaseLabel)) {
      for (const statement of migration.statements(dialect)) await sql.raw(statement).execute(trx);
      await sql`insert into schema_migrations (name, at) values (${migration.name}, ${BigInt(Date.now())})`.execute(
        trx,
      );
    }
  });
}

/** Names of the steps taken, null when the database has no record of steps at all. */
async function readAppliedMigrations(
  db: Kysely<DatabaseSchema> | Transaction<DatabaseSchema>,
  dialect: DialectName,
) {
  if (!(await readTableNames(db, dialect)).includes('schema_migrations')) return null;
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  return rows.map(row => row.name);
}

function listPendingMigrations(appliedNames: readonly string[], databaseLabel: string): readonly Migration[] {
  const unknown = appliedNames.find(step => !migrations.some(migration => migration.name === step));
  if (unknown !== undefined) {
    throw new StartError(
      `${databaseLabel} was made by a newer version of this program (it has “${unknown}”). Start that version. Nothing was changed.`,
    );
  }
  return migrations.filter(migration => !appliedNames.includes(migration.name));
}

async function rejectForeignDatabase(
  trx: Transaction<DatabaseSchema>,
  dialect: DialectName,
  databaseLabel: string,
): Promise<void> {
  const existingTables = await readTableNames(trx, dialect);
  const conflictingTable = [
    ...INITIAL_TABLE_NAMES,
    ...CLAIM_PROCESSING_TABLE_NAMES,
    ...DISCOUNT_TABLE_NAMES,
  ].find(table => existingTables.includes(table));
  if (conflictingTable)
    throw new StartError(
      `${databaseLabel} belongs to another program: it has a table “${conflictingTable}” of its own.`,
    );
}

async function readTableNames(
  db: Kysely<DatabaseSchema> | Transaction<DatabaseSchema>,
  dialect: DialectName,
): Promise<string[]> {
  const query =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
      : sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = current_schema()`;
  return (await query.execute(db)).rows.map(row => row.name);
}
