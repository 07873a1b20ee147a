import { rehashRequisites } from '#server/accounts/requisites/rehashRequisites.ts';
import { countSealedRows, resealRows } from '#server/accounts/sealedColumns.ts';
import { OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import { writeAuditEntry } from './auditLog.ts';
import { selectRows } from './selectRows.ts';
import { defineCall, defineChange, anyText, flag, refuse } from './defineCommand.ts';
import { formatColumns, formatInstant } from './formatText.ts';
import type { OperatorContext } from './operatorContext.ts';

const NO_KEY_OF_SERVERS =
  'This environment has no key of the servers. Set ACCOUNT_KEY and ACCOUNT_KEY_PREVIOUS as they have them.';

/** Lists the keys that the database was used with, re-encrypts rows with the current one, and retires another. */
export const keysCommands = [
  {
    name: 'keys',
    summary:
      'list the ids of the keys in use with what needs them, seal the data of accounts with the current key, or retire a key',
    help: {
      reseal: 'encrypt the secrets of accounts again with ACCOUNT_KEY, after a rotation',
      '<id>': 'the id from the list, 8 characters; it does not reveal the key',
      '--force': 'retire a key that open claims or sealed rows need, because it is lost',
    },
    notes:
      'Servers do not start without a key that is not retired. Clients of a claim that was created with a retired key see only its status. Approved cards that nobody used since the rotation have to be verified again. How to replace the key: “Keys” in deploy/security.md.',
    examples: ['keys', 'keys reseal', 'keys retire 4f1c02be'],
    allowsMissingKey: true,
  },
  defineCall('keys', {}, async ({ db, keys }) => {
    const lines: string[][] = [];
    for (const row of await selectRows(db, 'account_keys').orderBy('created_at').execute()) {
      const counts = [await countRows(selectClaims(db, row.id)), await countOpenClaims(db, row.id)];
      counts.push(await countSealedRows(db, row.id));
      lines.push([row.id, describeKey(keys, row), formatInstant(row.created_at), ...counts.map(String)]);
    }
    return formatColumns([['id', 'state', 'first used', 'claims', 'open', 'sealed'], ...lines]);
  }),
  defineCall('keys reseal', {}, async context => {
    const { db, keys } = context;
    if (!(await selectRows(db, 'account_keys', { id: keys.currentId }).executeTakeFirst()))
      refuse(NO_KEY_OF_SERVERS);
    const { resealed, lost } = await resealRows(db, keys);
    await rehashRequisites(context);
    const detail = { resealed: String(resealed), lost: String(lost) };
    await writeAuditEntry(context, db, { command: 'keys reseal', target: keys.currentId, detail });
    const lostRows =
      lost === 0
        ? ''
        : ` ${lost} rows cannot be opened: they need a key that this environment lacks, or are damaged.`;
    return `${resealed} rows are sealed with ${keys.currentId} now.${lostRows}`;
  }),
  defineChange(
    'keys retire <id> [--force]',
    { id: anyText, force: flag },
    async ({ db, keys, now }, { id, force }) => {
      const rows = await selectRows(db, 'account_keys').execute();
      const row = rows.find(known => known.id === id);
      if (!row) refuse(`There is no key ${id}. List them: keys.`);
      if (id === keys.currentId) refuse(`${id} is ACCOUNT_KEY: replace it first.`);
      if (row.retired_at !== null) refuse(`${id} is already retired.`);
      const open = await countOpenClaims(db, id);
      const sealed = await countSealedRows(db, id);
      if (!force) {
        if (rows.every(known => known.id !== keys.currentId))
          refuse(`${NO_KEY_OF_SERVERS.slice(0, -1)}, or use --force if the key is lost.`);
        if (open > 0) refuse(`${open} open claims need the key ${id}. Wait until they end, or use --force.`);
        if (sealed > 0)
          refuse(
            `${sealed} rows of accounts are sealed with the key ${id}. Run keys reseal first, or use --force.`,
          );
      }
      const retired = { retired_at: BigInt(now()) };
      await db.updateTable('account_keys').set(retired).where('id', '=', id).execute();
      const hint = id === keys.previousId ? ' Remove ACCOUNT_KEY_PREVIOUS and restart the servers.' : '';
      const text = `${id} is retired. ${open} open claims needed it.${hint}`;
      return { text, target: id, detail: { openClaims: String(open), sealedRows: String(sealed) } };
    },
  ),
];

function describeKey(
  keys: OperatorContext['keys'],
  { id, retired_at }: { id: string; retired_at: bigint | null },
): string {
  const name = id === keys.currentId ? 'ACCOUNT_KEY' : id === keys.previousId ? 'ACCOUNT_KEY_PREVIOUS' : null;
  if (retired_at !== null) return name === null ? 'retired' : `retired, still ${name}`;
  return name ?? 'not in this environment';
}

const selectClaims = (db: OperatorContext['db'], keyId: string) =>
  db.selectFrom('claims').where('secret_key_id', '=', keyId);

const countOpenClaims = (db: OperatorContext['db'], keyId: string) =>
  countRows(selectClaims(db, keyId).where('status', 'in', OPEN_STATUSES));
