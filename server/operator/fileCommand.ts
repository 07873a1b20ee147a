import { open } from 'node:fs/promises';
import { getSystemErrorCode, describeError } from '../startError.ts';
import { writeAuditEntry } from './auditLog.ts';
import { runInTransaction } from '../database/database.ts';
import { createSuccess, createFailure, type OperatorCommand } from './operatorCommand.ts';

/** Writes an uploaded receipt or photo to disk. */
export const fileCommand: OperatorCommand = {
  usage: ['file <id> <path>'],
  summary: 'write an uploaded receipt or photo to disk',
  help: [
    '<id>    the file’s id, as `claim <id>` and `verifications` list it',
    '<path>  a new file; one that is there is not overwritten',
    '',
    'Who took which file is noted. Files come from clients: open them as such.',
  ],
  options: [],
  argumentRange: [2, 2],
  async run({ db, now }, [id = '', path = '']) {
    const row = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return createFailure(`There is no file ${id}.`);
    const { content, type, size } = row;
    try {
      // Readable only by the operator's user: it may show a card.
      const handle = await open(path, 'wx', 0o600);
      try {
        await handle.writeFile(content);
      } finally {
        await handle.close();
      }
    } catch (error) {
      const cause = getSystemErrorCode(error) === 'EEXIST' ? 'it is there already' : describeError(error);
      return createFailure(`${path} cannot be written: ${cause}.`);
    }
    const target = row.claim_id ?? row.verification_id ?? '';
    await runInTransaction(db, trx =>
      writeAuditEntry(trx, { command: 'file', target, detail: { file: row.id }, at: now() }),
    );
    return createSuccess(`${path}: ${type}, ${size} bytes.`);
  },
};
