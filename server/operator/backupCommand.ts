import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { runInTransaction } from '../database/runInTransaction.ts';
import { describeError } from '../startError.ts';
import { writeAuditEntry } from './auditLog.ts';
import { createSuccess, createFailure, type OperatorCommand } from './operatorCommand.ts';
import { writePrivateFile } from './writePrivateFile.ts';

/** Writes a consistent copy of the embedded database to a new file. */
export const backupCommand: OperatorCommand = {
  usage: ['backup <path>'],
  summary: 'write a consistent copy of the SQLite database while servers run',
  help: [
    '<path>  a new file; an existing file is not overwritten',
    '',
    'To restore it: stop the server, replace exchange.db in DATA_DIR by the copy, delete exchange.db-wal and',
    'exchange.db-shm, and start the server. For PostgreSQL use pg_dump.',
    'The copy does not contain the key: keep account.key of DATA_DIR, or ACCOUNT_KEY, in another place.',
  ],
  examples: ['backup /root/razmen.db'],
  options: [],
  argumentRange: [1, 1],
  async run(context, [pathArgument = '']) {
    const { config, db } = context;
    if (config.databaseUrl !== null)
      return createFailure('The database is PostgreSQL. Use pg_dump to back it up.');
    const path = resolve(pathArgument);
    // Created before `vacuum into`, which accepts an empty file, so that other users cannot read it.
    const failure = await writePrivateFile(path, new Uint8Array());
    if (failure !== null) return createFailure(failure);
    try {
      await sql`vacuum into ${path}`.execute(db);
      const handle = await open(path, 'r+');
      await handle.sync();
      const { size } = await handle.stat();
      await handle.close();
      const entry = { command: 'backup', target: path, detail: { bytes: String(size) } };
      await runInTransaction(db, trx => writeAuditEntry(context, trx, entry));
      return createSuccess(`${path}: ${size} bytes.`);
    } catch (error) {
      await rm(path, { force: true });
      return createFailure(`${path} cannot be written: ${describeError(error)}.`);
    }
  },
};
