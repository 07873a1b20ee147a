import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from '../startError.ts';
import { EXCHANGE_LOCK } from './rowLocks.ts';
import { RETRYABLE_MIGRATION_SQLSTATES, runInTransaction } from './runInTransaction.ts';
import type { DatabaseSchema, Db, DialectName } from './schema.ts';
import { SQLITE_APPLICATION_ID } from './sqlite/sqliteFile.ts';

/** Exports of a file in migrations/. A released migration is never changed. */
interface MigrationModule {
  tableNames: readonly string[];
  /** Indexes of tables that may be large: name → definition after `create index <name>`. See ensureIndexes.ts. */
  indexes?: Readonly<Record<string, string | Readonly<Record<DialectName, string>>>>;
  up: (db: Kysely<unknown>, dialect: DialectName) => Promise<void>;
}

type Migrations = Readonly<Record<string, MigrationModule>>;

// A path and not a URL: in tests with a DOM, `URL` is the DOM's class, which the file system rejects.
const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/** Files of migrations: 001-server.ts. Their names without extension are recorded in the database. */
const MIGRATION_FILE_PATTERN = /^(\d{3}-[a-z0-9-]+)\.ts$/;

/** Files of the folder that are not migrations: code that migrations share. */
const SHARED_FILES: readonly string[] = ['statements.ts'];

/** Loads every migration of the folder, by name. Throws StartError for any other file, which would never run. */
export async function loadMigrations(folder = MIGRATIONS_FOLDER): Promise<Migrations> {
  const names = readdirSync(folder)
    // Editors and file managers create hidden files.
    .filter(file => !SHARED_FILES.includes(file) && !file.startsWith('.'))
    .map(file => {
      const name = MIGRATION_FILE_PATTERN.exec(file)?.[1];
      if (name === undefined)
        throw new StartError(
          `${join(folder, file)} is not named like a migration (004-name.ts: three digits, then lower-case letters, digits and hyphens). Rename or remove it.`,
        );
      return name;
    });
  const modules = names.toSorted().map(async name => {
    const url = pathToFileURL(join(folder, `${name}.ts`));
    return [name, (await import(url.href)) as MigrationModule] as const;
  });
  return Object.fromEntries(await Promise.all(modules));
}

/**
 * Runs the pending migrations in one transaction; servers that start at the same time wait for each other. Throws
 * StartError when the schema is newer than this program or belongs to another one. `databaseLabel`: name of the
 * database in the message.
 */
export async function runMigrations(db: Db, dialect: DialectName, databaseLabel: string): Promise<void> {
  const migrations = await loadMigrations();
  // A server without pending migrations does not wait for the lock.
  if (!isUpToDate(await readAppliedNames(db, dialect), migrations, databaseLabel))
    await applyMigrations(db, dialect, migrations, databaseLabel);
}

/** Lists the indexes of all migrations: name → definition after `create index <name>`. */
export async function listIndexes(dialect: DialectName): Promise<Record<string, string>> {
  const migrations = Object.values(await loadMigrations());
  return Object.fromEntries(
    migrations.flatMap(({ indexes = {} }) =>
      Object.entries(indexes).map(([name, definition]) => [
        name,
        typeof definition === 'string' ? definition : definition[dialect],
      ]),
    ),
  );
}

/** Throws StartError unless all migrations are applied. */
export async function checkMigrations(db: Db, dialect: DialectName, databaseLabel: string): Promise<void> {
  if (!isUpToDate(await readAppliedNames(db, dialect), await loadMigrations(), databaseLabel))
    throw new StartError(
      `${databaseLabel} is from an earlier version of this program. Run \`npm run migrate\` or start the server.`,
    );
}

async function applyMigrations(
  db: Db,
  dialect: DialectName,
  migrations: Migrations,
  databaseLabel: string,
): Promise<void> {
  const work = async (trx: Transaction<DatabaseSchema>) => {
    await adoptFormerRecord(trx, dialect, databaseLabel);
    const appliedNames = await readAppliedNames(trx, dialect);
    if (isUpToDate(appliedNames, migrations, databaseLabel)) return;
    if (appliedNames.length === 0) await claimDatabase(trx, dialect, migrations, databaseLabel);
    const migrator = new Migrator({
      db: trx,
      provider: {
        getMigrations: async () =>
          Object.fromEntries(
            Object.entries(migrations).map(([name, { up }]) => [
              name,
              { up: (migrationDb: Kysely<unknown>) => up(migrationDb, dialect) },
            ]),
          ),
      },
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    // A new database has no users yet, so its indexes are not created concurrently.
    if (appliedNames.length === 0)
      for (const [name, definition] of Object.entries(await listIndexes(dialect)))
        await sql.raw(`create index ${name} ${definition}`).execute(trx);
  };
  // A migration of a busy exchange can deadlock with its requests.
  await runInTransaction(db, work, [EXCHANGE_LOCK], RETRYABLE_MIGRATION_SQLSTATES);
}

/** Reads the names of the applied migrations; empty without a record. */
async function readAppliedNames(db: Db, dialect: DialectName): Promise<string[]> {
  if (!(await readTableNames(db, dialect)).includes('kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(row => row.name);
}

/** The migrations that create the schema of the first release. */
const INITIAL_MIGRATIONS = [
  '001-server',
  '002-catalogue',
  '003-accounts',
  '004-claims',
  '005-verifications',
  '006-partners',
  '007-shops',
  '008-notifications',
];

/** First and last of the migrations before the first release. Together they created what 001 to 008 create now. */
const FORMER_MIGRATIONS = { first: '001-initial-tables', last: '052-token-buckets' };

/**
 * Replaces the record of a database that has all former migrations by that of the present ones. Throws StartError if it
 * has only some of them.
 */
async function adoptFormerRecord(
  trx: Transaction<DatabaseSchema>,
  dialect: DialectName,
  databaseLabel: string,
): Promise<void> {
  const { first, last } = FORMER_MIGRATIONS;
  const appliedNames = await readAppliedNames(trx, dialect);
  const tables = await readTableNames(trx, dialect);
  // The first versions recorded their migrations in a table of a name that other programs use, too.
  const isFirstVersion =
    appliedNames.length === 0 && tables.includes('schema_migrations') && tables.includes('catalogue_version');
  if (!isFirstVersion && !appliedNames.includes(first)) return;
  if (isFirstVersion || !appliedNames.includes(last))
    throw new StartError(
      `${databaseLabel} is from a version before migration “${last}”, which this program cannot update. Start the last version that has this migration once, then this one. Nothing was changed.`,
    );
  await sql`delete from kysely_migration`.execute(trx);
  for (const [index, name] of INITIAL_MIGRATIONS.entries())
    // The Migrator requires that times follow the order of names.
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date(index).toISOString()})`.execute(
      trx,
    );
}

/** Whether no migration is pending. Throws StartError if the database has a migration that this program lacks. */
function isUpToDate(appliedNames: readonly string[], migrations: Migrations, databaseLabel: string): boolean {
  if (appliedNames.includes(FORMER_MIGRATIONS.first)) return false;
  const unknownName = appliedNames.find(name => !(name in migrations));
  if (unknownName !== undefined) {
    throw new StartError(
      `${databaseLabel} was created by a newer version of this program (it has the migration “${unknownName}”). Start that version. Nothing was changed.`,
    );
  }
  return Object.keys(migrations).every(name => appliedNames.includes(name));
}

/** Checks that a database without migrations has no table of another program, and marks a SQLite file as ours. */
async function claimDatabase(
  trx: Transaction<DatabaseSchema>,
  dialect: DialectName,
  migrations: Migrations,
  databaseLabel: string,
): Promise<void> {
  const existingTables = await readTableNames(trx, dialect);
  const conflictingTable = Object.values(migrations)
    .flatMap(({ tableNames }) => tableNames)
    .find(table => existingTables.includes(table));
  if (conflictingTable !== undefined) {
    throw new StartError(
      `${databaseLabel} belongs to another program: it already has a table “${conflictingTable}”.`,
    );
  }
  if (dialect === 'sqlite') await sql.raw(`PRAGMA application_id = ${SQLITE_APPLICATION_ID}`).execute(trx);
}

/** Kysely's introspection would also read each table's columns, which takes longer than the rest of a start. */
const TABLE_QUERIES: Readonly<Record<DialectName, RawBuilder<{ name: string }>>> = {
  sqlite: sql`select name from sqlite_schema where type in ('table', 'view')`,
  postgres: sql`select relname as name from pg_class where relkind in ('r', 'p', 'v') and pg_table_is_visible(oid)`,
};

async function readTableNames(db: Db, dialect: DialectName): Promise<string[]> {
  const { rows } = await TABLE_QUERIES[dialect].execute(db);
  return rows.map(({ name }) => name);
}
