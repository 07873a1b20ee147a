import { open } from 'node:fs/promises';
import { codeOf, reason } from '../database/error.ts';
import { record } from './audit.ts';
import { inTransaction } from '../database/database.ts';
import { done, refused, type Command } from './command.ts';

/** Writes an uploaded receipt or photo to disk. */
export const file: Command = {
  usage: ['file <id> <path>'],
  summary: 'write an uploaded receipt or photo to disk',
  help: [
    '<id>    the file’s id, as `claim <id>` and `verifications` list it',
    '<path>  a new file; one that is there is not overwritten',
    '',
    'Who took which file is noted. Files come from clients: open them as such.',
  ],
  options: [],
  takes: [2, 2],
  async run({ db, now }, [id = '', path = '']) {
    const row = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return refused(`There is no file ${id}.`);
    const { content, type, size } = row;
    try {
      // It may show a person’s card, so it is for the operator’s own user.
      const handle = await open(path, 'wx', 0o600);
      try {
        await handle.writeFile(content);
      } finally {
        await handle.close();
      }
    } catch (error) {
      const why = codeOf(error) === 'EEXIST' ? 'it is there already' : reason(error);
      return refused(`${path} cannot be written: ${why}.`);
    }
    const target = row.claim_id ?? row.verification_id ?? '';
    await inTransaction(db, trx =>
      record(trx, { command: 'file', target, detail: { file: row.id }, at: now() }),
    );
    return done(`${path}: ${type}, ${size} bytes.`);
  },
};
