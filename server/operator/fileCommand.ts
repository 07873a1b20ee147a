import { writeAuditEntry } from './auditLog.ts';
import { runInTransaction } from '../database/database.ts';
import { createSuccess, createFailure, type OperatorCommand } from './operatorCommand.ts';
import { writePrivateFile } from './writePrivateFile.ts';

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
    const failure = await writePrivateFile(path, content);
    if (failure !== null) return createFailure(failure);
    const target = row.claim_id ?? row.verification_id ?? '';
    await runInTransaction(db, trx =>
      writeAuditEntry(trx, { command: 'file', target, detail: { file: row.id }, at: now() }),
    );
    return createSuccess(`${path}: ${type}, ${size} bytes.`);
  },
};
