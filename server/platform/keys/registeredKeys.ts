import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { runInTransaction } from '../database/runInTransaction.ts';
import { EXCHANGE_LOCK } from '../database/rowLocks.ts';
import type { Db } from '../database/schema.ts';
import type { AccountKeyRow } from '../database/serverRows.ts';
import { StartError } from '../startError.ts';
import { KEY_BYTES } from './accountKey.ts';
import { createAccountKeyFile, readAccountKeyFile } from './accountKeyFile.ts';
import { loadOrCreateDatabaseKey } from './databaseKey.ts';
import { createServerKeys, type ServerKeys } from './serverKeys.ts';

/** How to handle a missing key that the database was used with. */
export interface LoadKeysOptions {
  /** Whether a key file may be created: by a server, but not by the operator's commands, which another user may run. */
  createIfMissing: boolean;
  /** Whether to continue with a random key: for the command that retires a lost key. */
  allowMissing: boolean;
}

const KEYS_HELP = 'see “Keys” in deploy/security.md';

/**
 * Loads the keys of the server: `accountKey` of the configuration, else the file in the data folder. The database
 * records the ids of the keys in use. Throws StartError if one of them is missing, because clients could not open the
 * claims that were created with it.
 */
export async function loadServerKeys(
  config: Pick<Config, 'accountKey' | 'accountKeyPrevious' | 'dataDir'>,
  db: Db,
  now: number,
  { createIfMissing, allowMissing }: LoadKeysOptions,
): Promise<ServerKeys> {
  const rows = await loadKeyRows(db);
  const activeIds = listActiveIds(rows);
  const stored = config.accountKey ?? readAccountKeyFile(config.dataDir);
  if (stored === null && !allowMissing && activeIds.length > 0)
    throw new StartError(
      `There is no current key, but the database was used with ${activeIds.join(', ')}: restore account.key in DATA_DIR from a backup, or set ACCOUNT_KEY; ${KEYS_HELP}`,
    );
  if (stored === null && !allowMissing && !createIfMissing)
    throw new StartError(
      `There is no key yet: start the server first, which creates account.key; ${KEYS_HELP}`,
    );
  const keys = createServerKeys({
    current: stored ?? (allowMissing ? randomBytes(KEY_BYTES) : createAccountKeyFile(config.dataDir)),
    previous: config.accountKeyPrevious,
    databaseKey: await loadOrCreateDatabaseKey(db),
    retiredIds: rows.filter(row => row.retired_at !== null).map(({ id }) => id),
  });
  // A server whose key is registered does not wait for the write lock.
  if (!allowMissing && !isRegistered(rows, keys))
    await runInTransaction(db, trx => registerKey(trx, keys, now), [EXCHANGE_LOCK]);
  return keys;
}

type KeyRow = Pick<AccountKeyRow, 'id' | 'retired_at'>;

function loadKeyRows(db: Db): Promise<KeyRow[]> {
  return db.selectFrom('account_keys').select(['id', 'retired_at']).execute();
}

function listActiveIds(rows: readonly KeyRow[]): string[] {
  return rows.filter(row => row.retired_at === null).map(({ id }) => id);
}

/** Whether the current key is recorded as in use. Throws StartError if this process lacks one that is in use. */
function isRegistered(rows: readonly KeyRow[], { currentId, previousId }: ServerKeys): boolean {
  const activeIds = listActiveIds(rows);
  const missingIds = activeIds.filter(id => id !== currentId && id !== previousId);
  if (missingIds.length > 0)
    throw new StartError(
      `The database was used with the key ${missingIds.join(', ')}, which is neither ACCOUNT_KEY nor ACCOUNT_KEY_PREVIOUS; ${KEYS_HELP}`,
    );
  return activeIds.includes(currentId);
}

/** Records the current key as in use. Throws StartError if another server has meanwhile registered another key. */
async function registerKey(trx: Db, keys: ServerKeys, now: number): Promise<void> {
  // Read again: of two servers that start with different keys, the second one must read the first one's.
  if (isRegistered(await loadKeyRows(trx), keys)) return;
  await trx
    .insertInto('account_keys')
    .values({ id: keys.currentId, created_at: BigInt(now), retired_at: null })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ retired_at: null }))
    .execute();
}
