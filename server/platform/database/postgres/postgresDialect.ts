import { setTimeout } from 'node:timers/promises';
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Dialect,
  type Kysely,
  type TableMetadata,
} from 'kysely';
import { describeError, getSystemErrorCode, StartError } from '../../startError.ts';
import { isDatabaseUnavailable } from '../databaseError.ts';
import { PostgresDriver } from './postgresDriver.ts';
import type { PrimaryPools } from './postgresPools.ts';

/** Time between attempts to connect at start, milliseconds. */
const START_RETRY_MS = 1_000;

/** Creates the Kysely dialect for pg. `onCommit` is called after every commit. */
export function createPostgresDialect(primary: PrimaryPools, onCommit: () => void): Dialect {
  return {
    createAdapter: () => new UnlockedPostgresAdapter(),
    createDriver: () => new PostgresDriver(primary, onCommit),
    createIntrospector: db => new CurrentSchemaIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/**
 * Connects once. Throws StartError (one line without the password) if that fails. With `onWait` it waits for an
 * unreachable database, and calls `onWait` with the reason before each retry.
 */
export async function checkPostgresConnection(
  primary: PrimaryPools,
  onWait?: (reason: string) => void,
): Promise<void> {
  for (;;) {
    try {
      const { writes } = await primary.getPools();
      (await writes.connect()).release();
      return;
    } catch (error) {
      const reason = `PostgreSQL at DATABASE_URL cannot be used: ${explainConnectionError(error)}`;
      if (!onWait || !isDatabaseUnavailable(error)) throw new StartError(reason, { cause: error });
      onWait(reason);
      await setTimeout(START_RETRY_MS);
    }
  }
}

function explainConnectionError(error: unknown): string {
  const rootError: unknown =
    error instanceof AggregateError
      ? (error.errors.find(one => !isDatabaseUnavailable(one)) ?? error.errors[0])
      : error;
  switch (getSystemErrorCode(rootError)) {
    case 'ECONNREFUSED':
      return 'the connection is refused';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host is unknown';
    default:
      return describeError(rootError);
  }
}

/** The transaction of the migrations already holds a lock. A second lock would outlive a rollback. */
class UnlockedPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/** Lists the tables of the current schema only: other schemas of the database may have a record of migrations, too. */
class CurrentSchemaIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{
      name: string;
    }>`select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
      this.#db,
    );
    return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }));
  }
}
