import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ensureDirectory } from './ensureDirectory.ts';
import { describeError, StartError } from './startError.ts';

/** A data folder that is ours until `release`, or until this process is gone in whatever way. */
export interface DataDirLock {
  release: () => void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the folder for this server, making it when missing. An open exclusive transaction holds a lock of the operating
 * system, which no kill leaves behind. Throws StartError when another server has it, or when it cannot be written.
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
    return `Another server already runs on this data folder: ${folder}. Stop it, or give this one another DATA_DIR.`;
  }
  return `The data folder ${folder} cannot be used: ${describeError(error)}`;
}
