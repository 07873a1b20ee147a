import { writeAuditEntry } from './auditLog.ts';
import { runInTransaction } from '../database/runInTransaction.ts';
import { createSuccess, createFailure, type OperatorCommand } from './operatorCommand.ts';
import { writePrivateFile } from './writePrivateFile.ts';

/** Writes an uploaded receipt or photo to disk. */
export const fileCommand: OperatorCommand = {
  usage: ['file <id> <path>'],
  summary: 'save an uploaded receipt or photo to a file',
  help: [
    '<id>    the file’s id, listed by `claim <id>` and `verifications`',
    '<path>  a new file; an existing file is not overwritten',
    '',
    'Each use is recorded in operator_changes. The files come from clients: treat them as untrusted.',
  ],
  examples: ['file 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 /tmp/receipt.pdf'],
  options: [],
  argumentRange: [2, 2],
  async run(context, [id = '', path = '']) {
    const { db } = context;
    const row = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return createFailure(`There is no file ${id}.`);
    const { content, type, size } = row;
    const failure = await writePrivateFile(path, content);
    if (failure !== null) return createFailure(failure);
    const target = row.claim_id ?? row.verification_id ?? '';
    await runInTransaction(db, trx =>
      writeAuditEntry(context, trx, { command: 'file', target, detail: { file: row.id } }),
    );
    return createSuccess(`${path}: ${type}, ${size} bytes.`);
  },
};
