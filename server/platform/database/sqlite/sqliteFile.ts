import { closeSync, existsSync, openSync, readSync, statfsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describeError, StartError } from '../../startError.ts';

/** PRAGMA application_id of this program's files: "RZMN". */
export const SQLITE_APPLICATION_ID = 0x525a4d4e;

/** Maximum size of a file that is checked page by page at each start, which takes a second for about 200 MB. */
const MAX_CHECKED_BYTES = 256 * 1024 * 1024;

/** With less free space a disk counts as full, bytes. */
const MIN_FREE_BYTES = 256 * 1024;

/** First bytes of every SQLite file, see sqlite.org/fileformat.html. */
const SQLITE_FILE_HEADER = 'SQLite format 3\0';

/**
 * Checks a database file before any write. Throws StartError with its path if it is not SQLite, damaged, of another
 * program or not accessible. A missing or empty file is valid.
 */
export function checkSqliteFile(file: string): void {
  if (!existsSync(file)) return;
  const createError = (problem: string, cause?: unknown) =>
    new StartError(`The database file ${file} ${problem}. Nothing was changed in it.`, { cause });
  try {
    if (!statSync(file).isFile()) throw createError('is not a file');
    const header = readHeader(file);
    if (header === '') return;
    if (header !== SQLITE_FILE_HEADER)
      throw createError('is not a database of this program, or it is damaged');
    inspectDatabase(file, createError);
  } catch (error) {
    throw error instanceof StartError ? error : createError(`cannot be read: ${describeError(error)}`, error);
  }
}

/** Returns a message if the disk is full, which SQLite reports as an I/O error; else null. */
export function describeFullDisk(path: string): string | null {
  const { bavail, bsize } = statfsSync(path);
  const freeBytes = bavail * bsize;
  return freeBytes < MIN_FREE_BYTES
    ? `cannot be used: the disk is full (${Math.floor(freeBytes / 1024)} kB are free)`
    : null;
}

function readHeader(file: string): string {
  const descriptor = openSync(file, 'r+');
  try {
    const buffer = Buffer.alloc(SQLITE_FILE_HEADER.length);
    const length = readSync(descriptor, buffer, 0, buffer.length, 0);
    return buffer.toString('latin1', 0, length);
  } finally {
    closeSync(descriptor);
  }
}

function inspectDatabase(file: string, createError: (why: string, cause?: unknown) => StartError): void {
  let database: DatabaseSync | undefined;
  try {
    // Closing a writable connection would checkpoint another program's log.
    database = new DatabaseSync(file, { timeout: 5_000, readOnly: true });
    const queryValue = (query: string) => Object.values(database?.prepare(query).get() ?? {})[0];
    if (
      queryValue('PRAGMA application_id') !== SQLITE_APPLICATION_ID &&
      queryValue('SELECT count(*) FROM sqlite_schema') !== 0
    )
      throw createError('belongs to another program');
    if (statSync(file).size > MAX_CHECKED_BYTES) return;
    const checkResult = queryValue('PRAGMA quick_check(1)');
    if (checkResult !== 'ok') throw createError(`is damaged: ${String(checkResult).replace(/\s+/g, ' ')}`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw createError(describeFullDisk(file) ?? `is damaged: ${describeError(error)}`, error);
  } finally {
    database?.close();
  }
}
