import pg from 'pg';

/** Timeout of the check whether a host is the primary, milliseconds. */
const PROBE_TIMEOUT_MS = 1_000;

/**
 * Splits a PostgreSQL URL with several hosts (`postgres://user@a:5432,b:5432/name`, or `?host=a,b&port=5432`) into one
 * URL for each; a URL with one host is returned unchanged. Null if one of them is invalid.
 */
export function listDatabaseUrls(url: string): string[] | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url);
  if (!parts) return null;
  const [, start = '', authority = '', rest = ''] = parts;
  const urls = authority.split(',').map(host => `${start}${host}${rest}`);
  return urls.every(single => URL.canParse(single)) ? urls.flatMap(splitHostParameter) : null;
}

/** Splits the parameters `host` and `port`, which take precedence over the rest of the URL. */
function splitHostParameter(url: string): string[] {
  const { searchParams } = new URL(url);
  const hosts = searchParams.get('host')?.split(',') ?? [];
  const ports = searchParams.get('port')?.split(',') ?? [];
  if (hosts.length < 2) return [url];
  return hosts.map((host, index) => {
    const single = new URL(url);
    single.searchParams.set('host', host);
    const port = ports[index] ?? ports[0];
    if (port !== undefined) single.searchParams.set('port', port);
    return single.href;
  });
}

/** A host that responds, but is a read-only standby. */
class StandbyError extends Error {
  override readonly name = 'StandbyError';
  /** SQLSTATE of a write on a standby. */
  readonly code = '25006';

  constructor() {
    super('the host is a standby');
  }
}

/**
 * Returns the URL of the primary; of several primaries the first that responds. Rejects with an AggregateError if there
 * is none. A single URL is not checked: its first query checks the server.
 */
export async function findPrimary(urls: readonly string[]): Promise<string> {
  const [only] = urls;
  if (only !== undefined && urls.length === 1) return only;
  return Promise.any(urls.map(probePrimary));
}

async function probePrimary(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    application_name: 'razmen',
  });
  // The connection may break during the close.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (rows[0]?.standby !== false) throw new StandbyError();
    return url;
  } finally {
    void client.end().catch(() => {});
  }
}
