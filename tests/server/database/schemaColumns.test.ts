import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { parseSync, type ESTree } from 'vite';
import type { Database } from '#server/platform/database/database.ts';
import type { DialectName } from '#server/platform/database/schema.ts';
import { root } from '../../../tools/install.mjs';
import { forEachDatabase } from '../../support/testServer.ts';

/** The columns of each table: `claims` → `deadline: bigint | null`, sorted. */
type ColumnsByTable = Record<string, string[]>;

/** Interfaces of a file by name, and the files that it imports names from. */
function parseInterfaces(file: string) {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  expect(errors).toEqual([]);
  const interfaces = new Map<string, ESTree.TSInterfaceDeclaration>();
  const imports = new Map<string, string>();
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'TSInterfaceDeclaration') interfaces.set(declaration.id.name, declaration);
    if (statement.type === 'ImportDeclaration')
      for (const { local } of statement.specifiers)
        imports.set(local.name, join(dirname(file), statement.source.value));
  }
  return { interfaces, imports };
}

/** Name and type of each property of an interface. */
function listProperties(declaration: ESTree.TSInterfaceDeclaration | undefined) {
  if (!declaration) throw new Error('the interface is missing');
  return declaration.body.body.map(member => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier' || !member.typeAnnotation)
      throw new Error(`${declaration.id.name} must have only properties with a type`);
    return { name: member.key.name, type: member.typeAnnotation.typeAnnotation };
  });
}

/** The type of a column as the database stores it. Names of other types stand for unions of texts. */
function describeType(type: ESTree.TSType): string {
  switch (type.type) {
    case 'TSBigIntKeyword':
      return 'bigint';
    case 'TSUnionType': {
      const parts = new Set(type.types.map(describeType));
      return [...parts].toSorted((a, b) => Number(a === 'null') - Number(b === 'null')).join(' | ');
    }
    case 'TSNullKeyword':
      return 'null';
    case 'TSStringKeyword':
    case 'TSLiteralType':
      return 'text';
    case 'TSTypeReference': {
      const name = type.typeName.type === 'Identifier' ? type.typeName.name : '';
      const [argument] = type.typeArguments?.params ?? [];
      if (name === 'Generated' && argument) return describeType(argument);
      return name === 'Uint8Array' ? 'bytes' : 'text';
    }
    default:
      return type.type;
  }
}

/** The columns that DatabaseSchema declares. */
function readDeclaredColumns(): ColumnsByTable {
  const schema = parseInterfaces(join(root, 'server/platform/database/schema.ts'));
  return Object.fromEntries(
    listProperties(schema.interfaces.get('DatabaseSchema')).map(({ name: table, type }) => {
      const rowName =
        type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : '';
      const file = schema.imports.get(rowName);
      const { interfaces } = file === undefined ? schema : parseInterfaces(file);
      const columns = listProperties(interfaces.get(rowName));
      return [table, columns.map(column => `${column.name}: ${describeType(column.type)}`).toSorted()];
    }),
  );
}

const COLUMN_QUERIES = {
  // SQLite requires `integer` for automatically increasing keys, and all its integers have 64 bits.
  sqlite: sql<ColumnRow>`
    select tables.name as table_name, columns.name as column_name,
      case when instr(tables.sql, columns.name || ' integer primary key autoincrement') > 0 then 'bigint'
        else columns.type end as data_type,
      case when columns."notnull" = 0 and columns.pk = 0 then 'YES' else 'NO' end as is_nullable
    from sqlite_master as tables join pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite_%'`,
  postgres: sql<ColumnRow>`
    select table_name, column_name, data_type, is_nullable
    from information_schema.columns where table_schema = current_schema()`,
};

interface ColumnRow {
  table_name: string;
  column_name: string;
  data_type: string;
  is_nullable: 'YES' | 'NO';
}

/** The columns of the database, without the tables of Kysely. */
async function readDatabaseColumns(db: Database['db'], dialect: DialectName): Promise<ColumnsByTable> {
  const { rows } = await COLUMN_QUERIES[dialect].execute(db);
  const columns: ColumnsByTable = {};
  for (const { table_name: table, column_name: name, data_type, is_nullable } of rows) {
    if (table.startsWith('kysely_')) continue;
    const type = data_type.toLowerCase().replace(/^(blob|bytea)$/, 'bytes');
    (columns[table] ??= []).push(`${name}: ${type}${is_nullable === 'YES' ? ' | null' : ''}`);
  }
  return Object.fromEntries(Object.entries(columns).map(([table, names]) => [table, names.toSorted()]));
}

forEachDatabase((startServer, dialect) => {
  it('has the tables and columns that schema.ts declares', async () => {
    const { db } = (await startServer()).context;
    const declared = readDeclaredColumns();
    expect(declared.claims).toContain('deadline: bigint | null');
    expect(
      await readDatabaseColumns(db, dialect),
      'server/platform/database/schema.ts declares the columns marked −, the migrations create those marked +. Integers are bigint in both.',
    ).toEqual(declared);
  });
});
