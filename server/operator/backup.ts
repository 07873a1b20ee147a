import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { inTransaction } from '../database/database.ts';
import { codeOf, reason } from '../database/error.ts';
import { record } from './audit.ts';
import { done, refused, type Command } from './command.ts';

/** Writes the embedded database, as it is at one moment, into a file of its own. */
export const backup: Command = {
  usage: ['backup <path>'],
  summary: 'write a whole copy of the embedded database while its server runs',
  help: [
    '<path>  a new file; one that is there is not overwritten',
    '',
    'To go back to it: stop the server, put the copy in the place of exchange.db in DATA_DIR, remove',
    'exchange.db-wal and exchange.db-shm, start. PostgreSQL has pg_dump for this.',
  ],
  options: [],
  takes: [1, 1],
  async run({ config, db, now }, [given = '']) {
    if (config.databaseUrl !== null) return refused('The database is PostgreSQL: back it up with pg_dump.');
    const path = resolve(given);
    try {
      // SQLite takes an empty file for none; made here, it is for the operator's own user: everything is in it.
      await (await open(path, 'wx', 0o600)).close();
    } catch (error) {
      const why = codeOf(error) === 'EEXIST' ? 'it is there already' : reason(error);
      return refused(`${path} cannot be written: ${why}.`);
    }
    try {
      await sql`vacuum into ${path}`.execute(db);
      const handle = await open(path, 'r+');
      await handle.sync();
      const { size } = await handle.stat();
      await handle.close();
      const note = { command: 'backup', target: path, detail: { bytes: String(size) }, at: now() };
      await inTransaction(db, trx => record(trx, note));
      return done(`${path}: ${size} bytes.`);
    } catch (error) {
      await rm(path, { force: true });
      return refused(`${path} cannot be written: ${reason(error)}.`);
    }
  },
};
