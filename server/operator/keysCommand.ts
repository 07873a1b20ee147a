import type { Kysely, Transaction } from 'kysely';
import { runInTransaction } from '../database/runInTransaction.ts';
import { EXCHANGE_LOCK } from '../database/rowLocks.ts';
import { rehashRequisites } from '../accounts/requisites/rehashRequisites.ts';
import { countSealedRows, resealRows } from '../accounts/sealedColumns.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { OPEN_STATUSES } from '../claims/claimStatusSets.ts';
import { writeAuditEntry } from './auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatInstant,
  formatUsage,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from './operatorCommand.ts';

/** Lists the keys that the database was used with, seals rows with the current one, and retires another. */
export const keysCommand: OperatorCommand = {
  usage: ['keys', 'keys reseal', 'keys retire <id> [--force]'],
  summary:
    'list the ids of the keys in use with what needs them, seal the data of accounts with the current key, or retire a key',
  help: [
    'reseal   encrypt the secrets of accounts again with ACCOUNT_KEY, after a rotation',
    '<id>     the id from the list, 8 characters; it does not reveal the key',
    '--force  retire a key that open claims or sealed rows need, because it is lost',
    '',
    'Servers do not start without a key that is not retired. Clients of a claim that was created with a retired',
    'key see only its status. Approved cards that nobody used since the rotation have to be verified again.',
    'How to replace the key: “Keys” in deploy/README.md.',
  ],
  examples: ['keys', 'keys reseal', 'keys retire 4f1c02be'],
  options: ['force'],
  argumentRange: [0, 2],
  allowsMissingKey: true,
  async run(context, [action, id, ...extra], { force = false }) {
    if (action === undefined && !force) return createSuccess(await formatKeys(context));
    if (action === 'reseal' && id === undefined && !force) return reseal(context);
    if (action !== 'retire' || id === undefined || extra.length > 0)
      return createFailure(formatUsage(keysCommand));
    return retireKey(context, id, force);
  },
};

const NO_KEY_OF_SERVERS =
  'This environment has no key of the servers. Set ACCOUNT_KEY and ACCOUNT_KEY_PREVIOUS as they have them.';

async function formatKeys({ db, keys }: OperatorContext): Promise<string> {
  const rows = await db.selectFrom('account_keys').selectAll().orderBy('created_at').execute();
  const lines = rows.map(async row => {
    const { all, open } = await countClaims(db, row.id);
    const sealed = String(await countSealedRows(db, row.id));
    return [row.id, describeKey(keys, row), formatInstant(row.created_at), String(all), String(open), sealed];
  });
  return formatColumns([
    ['id', 'state', 'first used', 'claims', 'open', 'sealed'],
    ...(await Promise.all(lines)),
  ]);
}

async function reseal(context: OperatorContext): Promise<CommandResult> {
  const { db, keys } = context;
  const current = await db
    .selectFrom('account_keys')
    .select('id')
    .where('id', '=', keys.currentId)
    .executeTakeFirst();
  if (!current) return createFailure(NO_KEY_OF_SERVERS);
  const { resealed, lost } = await resealRows(db, keys);
  await rehashRequisites(context);
  const detail = { resealed: String(resealed), lost: String(lost) };
  await writeAuditEntry(context, db, { command: 'keys reseal', target: keys.currentId, detail });
  const lostRows =
    lost === 0
      ? ''
      : ` ${lost} rows cannot be opened: they need a key that this environment lacks, or are damaged.`;
  return createSuccess(`${resealed} rows are sealed with ${keys.currentId} now.${lostRows}`);
}

function describeKey(
  keys: OperatorContext['keys'],
  { id, retired_at }: { id: string; retired_at: bigint | null },
): string {
  const name = id === keys.currentId ? 'ACCOUNT_KEY' : id === keys.previousId ? 'ACCOUNT_KEY_PREVIOUS' : null;
  if (retired_at !== null) return name === null ? 'retired' : `retired, still ${name}`;
  return name ?? 'not in this environment';
}

async function countClaims(
  db: Kysely<DatabaseSchema>,
  keyId: string,
): Promise<{ all: number; open: number }> {
  const claims = db.selectFrom('claims').where('secret_key_id', '=', keyId);
  const count = async (query: typeof claims) =>
    Number(
      (await query.select(({ fn }) => fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()).count,
    );
  return { all: await count(claims), open: await count(claims.where('status', 'in', OPEN_STATUSES)) };
}

function retireKey(context: OperatorContext, id: string, force: boolean): Promise<CommandResult> {
  const { db, keys, now } = context;
  const retire = async (trx: Transaction<DatabaseSchema>) => {
    const rows = await trx.selectFrom('account_keys').selectAll().execute();
    const row = rows.find(known => known.id === id);
    if (!row) return createFailure(`There is no key ${id}. List them: keys.`);
    if (id === keys.currentId) return createFailure(`${id} is ACCOUNT_KEY: replace it first.`);
    if (row.retired_at !== null) return createFailure(`${id} is already retired.`);
    if (!force && !rows.some(known => known.id === keys.currentId))
      return createFailure(`${NO_KEY_OF_SERVERS.slice(0, -1)}, or use --force if the key is lost.`);
    const { open } = await countClaims(trx, id);
    if (open > 0 && !force)
      return createFailure(`${open} open claims need the key ${id}. Wait until they end, or use --force.`);
    const sealed = await countSealedRows(trx, id);
    if (sealed > 0 && !force)
      return createFailure(
        `${sealed} rows of accounts are sealed with the key ${id}. Run keys reseal first, or use --force.`,
      );
    await trx
      .updateTable('account_keys')
      .set({ retired_at: BigInt(now()) })
      .where('id', '=', id)
      .execute();
    const detail = { openClaims: String(open), sealedRows: String(sealed) };
    await writeAuditEntry(context, trx, { command: 'keys retire', target: id, detail });
    const hint = id === keys.previousId ? ' Remove ACCOUNT_KEY_PREVIOUS and restart the servers.' : '';
    return createSuccess(`${id} is retired. ${open} open claims needed it.${hint}`);
  };
  return runInTransaction(db, retire, [EXCHANGE_LOCK]);
}
