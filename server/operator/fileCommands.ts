import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { describeError, getSystemErrorCode } from '#server/platform/startError.ts';
import { writeAuditEntry } from './auditLog.ts';
import { selectRows } from './selectRows.ts';
import { defineCall, anyText, refuse } from './defineCommand.ts';

/** Writes an uploaded receipt or photo to disk. */
export const fileCommands = [
  {
    name: 'file',
    summary: 'save an uploaded receipt or photo to a file',
    help: {
      '<id>': 'the file’s id, listed by `claim <id>` and `verifications`',
      '<path>': 'a new file; an existing file is not overwritten',
    },
    notes: 'Each use is recorded in operator_changes. The files come from clients: treat them as untrusted.',
    examples: ['file 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 /tmp/receipt.pdf'],
  },
  defineCall('file <id> <path>', { id: anyText, path: anyText }, async (context, { id, path }) => {
    const { db } = context;
    const row = await selectRows(db, 'files', { id }).executeTakeFirst();
    if (!row) refuse(`There is no file ${id}.`);
    await writePrivateFile(path, row.content);
    const target = row.claim_id ?? row.verification_id ?? '';
    await writeAuditEntry(context, db, { command: 'file', target, detail: { file: row.id } });
    return `${path}: ${row.type}, ${row.size} bytes.`;
  }),
];

/** Writes a consistent copy of the embedded database to a new file. */
export const backupCommands = [
  {
    name: 'backup',
    summary: 'write a consistent copy of the SQLite database while servers run',
    help: { '<path>': 'a new file; an existing file is not overwritten' },
    notes:
      'To restore it: stop the server, replace exchange.db in DATA_DIR by the copy, delete exchange.db-wal and exchange.db-shm, and start the server. For PostgreSQL use pg_dump. The copy does not contain the key: keep account.key of DATA_DIR, or ACCOUNT_KEY, in another place.',
    examples: ['backup /root/razmen.db'],
  },
  defineCall('backup <path>', { path: text => resolve(text) }, async (context, { path }) => {
    const { config, db } = context;
    if (config.databaseUrl !== null) refuse('The database is PostgreSQL. Use pg_dump to back it up.');
    // Created before `vacuum into`, which accepts an empty file, so that other users cannot read it.
    await writePrivateFile(path, new Uint8Array());
    try {
      await sql`vacuum into ${path}`.execute(db);
      const handle = await open(path, 'r+');
      await handle.sync();
      const { size } = await handle.stat();
      await handle.close();
      const detail = { bytes: String(size) };
      await writeAuditEntry(context, db, { command: 'backup', target: path, detail });
      return `${path}: ${size} bytes.`;
    } catch (error) {
      await rm(path, { force: true });
      return refuse(`${path} cannot be written: ${describeError(error)}.`);
    }
  }),
];

/** Writes a new file that only the operator's user can read. Refuses to overwrite an existing one. */
async function writePrivateFile(path: string, content: Uint8Array): Promise<void> {
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const cause = getSystemErrorCode(error) === 'EEXIST' ? 'the file already exists' : describeError(error);
    refuse(`${path} cannot be written: ${cause}.`);
  }
}
