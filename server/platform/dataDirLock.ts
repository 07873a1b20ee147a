import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ensureDirectory } from './ensureDirectory.ts';
import { describeError, StartError } from './startError.ts';

/** A locked data folder. The lock ends with `release` or with the process. */
export interface DataDirLock {
  release: () => void;
}

const SQLITE_BUSY = 5;

/**
 * Locks the data folder for this server and creates it if it is missing. The lock is an open exclusive SQLite
 * transaction: the operating system releases it even after kill -9. Throws StartError if another server holds it or the
 * folder is not writable.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const folder = resolve(dataDir);
  let database: DatabaseSync | undefined;
  try {
    ensureDirectory(folder);
    database = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    throw new StartError(describeLockError(folder, error), { cause: error });
  }
  const lockDatabase = database;
  return { release: () => lockDatabase.close() };
}

function describeLockError(folder: string, error: unknown): string {
  if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
    return `The data folder ${folder} is used by another server. Stop that server, or set another DATA_DIR.`;
  }
  return `The data folder ${folder} cannot be used: ${describeError(error)}`;
}
