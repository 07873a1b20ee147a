import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '#server/platform/database/database.ts';
import { TEST_ACCOUNT_KEY } from './accountKeys.ts';

/** A temporary database: its environment variables and its removal. */
export interface TestDatabase {
  env: Record<string, string>;
  remove: () => void | Promise<void>;
}

interface EmptySchema extends TestDatabase {
  name: string;
  /** The database that it is in. */
  url: string;
}

/** A schema with the applied migrations, and the data to reset it. */
interface MigratedSchema extends EmptySchema {
  /** SQL that restores the rows that the migrations inserted, and nothing else. */
  resetSql: string;
  /** The tables and columns after the migrations. */
  structure: string;
}

/** Schemas of finished tests. */
const idleSchemas: MigratedSchema[] = [];

/** The database of this worker's schemas. */
let workerDatabaseUrl: Promise<string> | undefined;

/**
 * Returns a database beside TEST_DATABASE_URL's that the other workers do not use: advisory locks belong to the whole
 * database, so tests that run at the same time would hold each other's.
 */
async function createWorkerDatabase(): Promise<string> {
  const url = new URL(getTestDatabaseUrl());
  const name = `${url.pathname.slice(1)}_worker_${process.env.VITEST_POOL_ID ?? '0'}`;
  await runSql(url.href, client => client.query(`create database ${client.escapeIdentifier(name)}`)).catch(
    (error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== DUPLICATE_DATABASE) throw error;
    },
  );
  url.pathname = `/${name}`;
  return url.href;
}

/** Error code of PostgreSQL. */
const DUPLICATE_DATABASE = '42P04';

/**
 * Creates an empty schema in the worker's database, ten times faster than a new database. Commits do not wait for the
 * disk. Crash tests use a separate database (createClaimCrash.test.ts).
 */
export async function createPostgresSchema(): Promise<EmptySchema> {
  const name = `razmen_${randomBytes(6).toString('hex')}`;
  workerDatabaseUrl ??= createWorkerDatabase();
  const url = await workerDatabaseUrl;
  await runSql(url, client => client.query(`create schema ${name}`));
  const schemaUrl = new URL(url);
  schemaUrl.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`);
  return {
    name,
    url,
    env: { DATABASE_URL: schemaUrl.href, ACCOUNT_KEY: TEST_ACCOUNT_KEY },
    remove: async () => void (await runSql(url, client => client.query(`drop schema ${name} cascade`))),
  };
}

/**
 * Takes a migrated schema without rows of an earlier test, or creates one. `remove` keeps it for the next test:
 * deleting rows takes 5 ms, the migrations and dropping the schema 110 ms.
 */
export async function takeMigratedSchema(): Promise<TestDatabase> {
  const schema = idleSchemas.pop() ?? (await createMigratedSchema());
  return { env: schema.env, remove: () => releaseSchema(schema) };
}

/** Drops the schemas that no test uses. */
export async function dropIdleSchemas(): Promise<void> {
  for (const schema of idleSchemas.splice(0)) await schema.remove();
}

async function createMigratedSchema(): Promise<MigratedSchema> {
  const schema = await createPostgresSchema();
  const database = await openDatabase({ dataDir: '', databaseUrl: schema.env.DATABASE_URL ?? '' });
  await database.close();
  return runSql(schema.url, async client => ({
    ...schema,
    resetSql: await buildResetSql(client, schema.name),
    structure: await readStructure(client, schema.name),
  }));
}

/** Resets a schema for the next test. Drops it if the test changed its tables or the role may not disable triggers. */
async function releaseSchema(schema: MigratedSchema): Promise<void> {
  const isReset = await runSql(schema.url, async client => {
    if ((await readStructure(client, schema.name)) !== schema.structure) return false;
    await client.query(schema.resetSql);
    return true;
  }).catch(() => false);
  if (isReset) idleSchemas.push(schema);
  else await schema.remove();
}

async function readStructure(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ structure: string }>(
    `select string_agg(concat_ws(':', relname, relkind, relnatts, relchecks), ',' order by relname) as structure
     from pg_class where relnamespace = $1::regnamespace`,
    [name],
  );
  return rows[0]?.structure ?? '';
}

async function buildResetSql(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ relname: string; relkind: string }>(
    `select relname, relkind from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'S')`,
    [name],
  );
  const tables = rows.filter(row => row.relkind === 'r').map(row => `${name}.${row.relname}`);
  const sequences = rows.filter(row => row.relkind === 'S').map(row => `${name}.${row.relname}`);
  const inserts = [];
  for (const table of tables) {
    const { rows: saved } = await client.query<{ json: string | null }>(
      `select jsonb_agg(t)::text as json from ${table} t`,
    );
    const json = saved[0]?.json;
    if (json)
      inserts.push(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${client.escapeLiteral(json)})`,
      );
  }
  return [
    'begin',
    // Without the triggers: some tables refuse deletions, others count changes.
    'set local session_replication_role = replica',
    ...tables.map(table => `delete from ${table}`),
    ...inserts,
    ...sequences.map(sequence => `select setval('${sequence}', 1, false)`),
    'commit',
  ].join(';\n');
}

function getTestDatabaseUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set');
  return url;
}

/** Calls `run` with a new connection to a database. */
async function runSql<Result>(url: string, run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
