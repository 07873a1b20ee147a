import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeError, getSystemErrorCode, StartError } from '../startError.ts';
import { formatAccountKey, KEY_BYTES, parseAccountKey } from './accountKey.ts';

/** Name of the key's file in the data folder. */
export const ACCOUNT_KEY_FILE_NAME = 'account.key';

/** Reads the key in the data folder. Null without a file. Throws StartError for an unreadable or damaged file. */
export function readAccountKeyFile(dataDir: string): Uint8Array | null {
  const path = join(resolve(dataDir), ACCOUNT_KEY_FILE_NAME);
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (getSystemErrorCode(error) === 'ENOENT') return null;
    throw new StartError(`${path} cannot be read: ${describeError(error)}`, { cause: error });
  }
  const key = parseAccountKey(text);
  if (key === null)
    throw new StartError(`${path} is not a key of ${KEY_BYTES} bytes as base64. Restore it from a backup.`);
  return key;
}

/** Creates a random key in the data folder, readable by its owner only, and returns it; an existing one is kept. */
export function createAccountKeyFile(dataDir: string): Uint8Array {
  const path = join(resolve(dataDir), ACCOUNT_KEY_FILE_NAME);
  const key = randomBytes(KEY_BYTES);
  const temporaryPath = `${path}.${process.pid}`;
  try {
    writeDurably(temporaryPath, `${formatAccountKey(key)}\n`);
    // A hard link creates a complete file, and never replaces a key that another process has just created.
    linkSync(temporaryPath, path);
  } catch (error) {
    if (getSystemErrorCode(error) !== 'EEXIST')
      throw new StartError(`${path} cannot be written: ${describeError(error)}`, { cause: error });
  } finally {
    rmSync(temporaryPath, { force: true });
  }
  return readAccountKeyFile(dataDir) ?? key;
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
