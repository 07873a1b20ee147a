import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What the baseline does, for the report. */
export const BARE_INSERTS_NAME = 'bare inserts, node:sqlite, WAL, synchronous=FULL';

/** Inserts rows with one transaction each for some seconds. Returns the rows per second. */
export function measureBareInserts(folder: string, seconds: number): number {
  const database = new DatabaseSync(join(folder, 'bare.db'));
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec('create table if not exists bare_rows (id integer primary key, at integer, text text)');
    const insert = database.prepare('insert into bare_rows (at, text) values (?, ?)');
    const text = 'x'.repeat(200);
    const startedAt = performance.now();
    let count = 0;
    while (performance.now() - startedAt < seconds * 1000) {
      insert.run(Date.now(), text);
      count++;
    }
    return (count * 1000) / (performance.now() - startedAt);
  } finally {
    database.close();
  }
}
