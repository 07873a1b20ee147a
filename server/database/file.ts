import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { reason, StartError } from './error.ts';

/** Marks a SQLite file as this program's (PRAGMA application_id): "RZMN". */
export const APPLICATION_ID = 0x525a4d4e;

/** First bytes of every SQLite file, see sqlite.org/fileformat.html. */
const MAGIC = 'SQLite format 3\0';

/**
 * Refuses a file that is not ours to write to, before anything is written: not SQLite, damaged, of another program, or
 * not accessible. A missing or empty file is fine. Throws StartError naming the file.
 */
export function check(file: string): void {
  if (!existsSync(file)) return;
  const refuse = (why: string, cause?: unknown) =>
    new StartError(`The database file ${file} ${why}. Nothing was changed in it.`, { cause });
  try {
    if (!statSync(file).isFile()) throw refuse('is not a file');
    const head = start(file);
    if (head === '') return;
    if (head !== MAGIC) throw refuse('is not a database of this program, or it is damaged');
    inspect(file, refuse);
  } catch (error) {
    throw error instanceof StartError ? error : refuse(`cannot be read: ${reason(error)}`, error);
  }
}

function start(file: string): string {
  const descriptor = openSync(file, 'r+');
  try {
    const buffer = Buffer.alloc(MAGIC.length);
    const length = readSync(descriptor, buffer, 0, buffer.length, 0);
    return buffer.toString('latin1', 0, length);
  } finally {
    closeSync(descriptor);
  }
}

function inspect(file: string, refuse: (why: string, cause?: unknown) => StartError): void {
  let database: DatabaseSync | undefined;
  try {
    // Closing a connection that may write would move another program's log into its file.
    database = new DatabaseSync(file, { timeout: 5_000, readOnly: true });
    const value = (query: string) => Object.values(database?.prepare(query).get() ?? {})[0];
    if (
      value('PRAGMA application_id') !== APPLICATION_ID &&
      value('SELECT count(*) FROM sqlite_schema') !== 0
    )
      throw refuse('belongs to another program');
    const verdict = value('PRAGMA quick_check(1)');
    if (verdict !== 'ok') throw refuse(`is damaged: ${String(verdict).replace(/\s+/g, ' ')}`);
  } catch (error) {
    throw error instanceof StartError ? error : refuse(`is damaged: ${reason(error)}`, error);
  } finally {
    database?.close();
  }
}
