import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { loadMigrations } from '#server/platform/database/migrations.ts';
import type { Db, DialectName } from '#server/platform/database/schema.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { listStatements } from './support/listStatements.ts';

/**
 * SHA-256 of the schema that the last version before the first release created with its migrations 001 to 052. Its
 * databases are adopted as they are, so the initial migrations must create the same.
 */
const FORMER_SCHEMA = {
  sqlite: 'f155e1a5df5f7e0301e73060f8cb672096c3b0809552447b2a53a7d6447bed5e',
  postgres: 'caa87112fef92ba965d3d95f77de6a88b6d1394abc3878cbdf8f34bc4f2800b7',
};

/** Lists what is in the current PostgreSQL schema, without names of constraints. */
async function describePostgres(db: Db): Promise<string[]> {
  const queries = [
    sql`select 'column', table_name, column_name, data_type, is_nullable, column_default, is_identity
      from information_schema.columns where table_schema = current_schema()`,
    sql`select 'constraint', conrelid::regclass::text, replace(pg_get_constraintdef(oid), ' NOT VALID', '') as definition,
      condeferrable, condeferred from pg_constraint where connamespace = current_schema()::regnamespace`,
    sql`select 'index', replace(pg_get_indexdef(indexrelid), current_schema() || '.', '') as definition from pg_index
      join pg_class on pg_class.oid = indrelid
      where relnamespace = current_schema()::regnamespace and not indisprimary`,
    sql`select 'trigger', replace(pg_get_triggerdef(pg_trigger.oid), current_schema() || '.', '') as definition
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = current_schema()::regnamespace`,
    sql`select 'function', prosrc from pg_proc where pronamespace = current_schema()::regnamespace`,
    sql`select 'table', relname, relpersistence from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  ];
  const lines: string[] = [];
  for (const query of queries) {
    const { rows } = await query.execute(db);
    for (const row of rows)
      lines.push(
        Object.values(row as object)
          .join(' ')
          .replaceAll(/\s+/g, ' '),
      );
  }
  return lines;
}

/** Splits a text at the commas outside parentheses. */
function splitList(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    depth += Number(character === '(') - Number(character === ')');
    if (character === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + character);
  }
  return parts.map(part => part.trim());
}

/** Lists the statements of a SQLite schema. Columns are sorted: the former migrations added some of them later. */
function describeSqlite(db: DatabaseSync): string[] {
  const rows = db
    .prepare("select type, sql from sqlite_schema where sql is not null and name not like 'sqlite_%'")
    .all() as { type: string; sql: string }[];
  return rows.map(({ type, sql: text }) => {
    const statement = text
      .replaceAll('"', '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([(),]) ?/g, '$1')
      .toLowerCase();
    if (type !== 'table') return statement;
    const [start, end] = [statement.indexOf('(') + 1, statement.lastIndexOf(')')];
    const columns = splitList(statement.slice(start, end)).toSorted().join(',');
    return statement.slice(0, start) + columns + statement.slice(end);
  });
}

/** Lists what the initial migrations create in an empty database. */
async function describeInitialSchema(dialect: DialectName, db: Database['db']): Promise<string[]> {
  const initial = Object.keys(await loadMigrations()).slice(0, 8);
  const statements = (await Promise.all(initial.map(name => listStatements(name, dialect)))).flat();
  if (dialect === 'sqlite') {
    const memory = new DatabaseSync(':memory:');
    for (const statement of statements) memory.exec(statement);
    return describeSqlite(memory);
  }
  return db.transaction().execute(async trx => {
    for (const statement of ['create schema initial', 'set local search_path to initial', ...statements])
      await sql.raw(statement).execute(trx);
    const lines = await describePostgres(trx);
    await sql`drop schema initial cascade`.execute(trx);
    return lines;
  });
}

forEachDatabase((startServer, dialect) => {
  test('the initial migrations create the schema of the versions before the first release', async () => {
    const { db } = (await startServer()).context;
    const text = (await describeInitialSchema(dialect, db)).toSorted().join('\n');
    expect(createHash('sha256').update(text).digest('hex')).toBe(FORMER_SCHEMA[dialect]);
  });
});
