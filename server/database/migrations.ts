import { type Kysely, sql, type Transaction } from 'kysely';
import { StartError } from './error.ts';
import { APPLICATION_ID } from './file.ts';
import * as discounts from './discounts.ts';
import * as life from './life.ts';
import type { DialectName, Schema } from './schema.ts';
import * as tables from './tables.ts';

/** One step of the schema: statements of one database. A step that was released is never changed. */
interface Migration {
  name: string;
  statements: (dialect: DialectName) => readonly string[];
}

/** All steps, in the order to run. */
const migrations: readonly Migration[] = [
  { name: '001-tables', statements: tables.statements },
  { name: '002-life', statements: life.statements },
  { name: '003-discounts', statements: discounts.statements },
];

/**
 * Runs what the database lacks, all in one transaction; servers that start together take turns. Throws StartError when
 * the database is newer than this program or belongs to another one. `name` is the database in that line.
 */
export async function run(db: Kysely<Schema>, dialect: DialectName, name: string): Promise<void> {
  const before = await applied(db, dialect);
  if (before !== null && missing(before, name).length === 0) return;
  await db.transaction().execute(async trx => {
    const known = await applied(trx, dialect);
    if (known === null) {
      await refuseForeign(trx, dialect, name);
      if (dialect === 'sqlite') await sql.raw(`PRAGMA application_id = ${APPLICATION_ID}`).execute(trx);
      await sql`create table schema_migrations (name text primary key, at bigint not null)`.execute(trx);
    }
    for (const migration of missing(known ?? [], name)) {
      for (const statement of migration.statements(dialect)) await sql.raw(statement).execute(trx);
      await sql`insert into schema_migrations (name, at) values (${migration.name}, ${BigInt(Date.now())})`.execute(
        trx,
      );
    }
  });
}

/** Names of the steps taken, null when the database has no record of steps at all. */
async function applied(db: Kysely<Schema> | Transaction<Schema>, dialect: DialectName) {
  if (!(await tableNames(db, dialect)).includes('schema_migrations')) return null;
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  return rows.map(row => row.name);
}

function missing(taken: readonly string[], name: string): readonly Migration[] {
  const unknown = taken.find(step => !migrations.some(migration => migration.name === step));
  if (unknown !== undefined) {
    throw new StartError(
      `${name} was made by a newer version of this program (it has “${unknown}”). Start that version. Nothing was changed.`,
    );
  }
  return migrations.filter(migration => !taken.includes(migration.name));
}

async function refuseForeign(trx: Transaction<Schema>, dialect: DialectName, name: string): Promise<void> {
  const there = await tableNames(trx, dialect);
  const clash = [...tables.names, ...life.names, ...discounts.names].find(table => there.includes(table));
  if (clash)
    throw new StartError(`${name} belongs to another program: it has a table “${clash}” of its own.`);
}

async function tableNames(db: Kysely<Schema> | Transaction<Schema>, dialect: DialectName): Promise<string[]> {
  const query =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
      : sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = current_schema()`;
  return (await query.execute(db)).rows.map(row => row.name);
}
