import { PostgresDialect, type Dialect } from 'kysely';
import pg from 'pg';
import { StartError } from './start-error.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** Longest wait for a free connection or a new one, milliseconds. */
const CONNECT_TIMEOUT = 5000;

/** Connections of one server process. */
const CONNECTIONS = 10;

/** Kysely over PostgreSQL: int8 (and sums of it) as bigint, as on SQLite. Throws StartError when it cannot be reached. */
export async function dialect(url: string): Promise<Dialect> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === INT8 || oid === NUMERIC
        ? BigInt
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'razmen',
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    const why =
      error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error);
    // The address holds a password, so only its host is named.
    throw new StartError(
      `PostgreSQL at ${host(url)} cannot be used: ${why.replaceAll('\n', ' ')}. Check DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
  return new PostgresDialect({ pool });
}

function host(url: string): string {
  return URL.canParse(url) ? new URL(url).host || 'localhost' : 'the address given';
}
