import type { Kysely } from 'kysely';
import { MAX_SAVED_REQUISITES, REQUISITE_RESTORE_SECONDS } from '#core/contract/account/savedRequisite.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { SavedRequisiteRow } from '#server/platform/database/accountRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import type { AccountChangeContext } from '../accountSubscribers.ts';
import { lockUser } from '../sessions/login.ts';
import {
  countSavedRequisites,
  findSavedRequisite,
  openValues,
  selectSavedRequisites,
} from './storedRequisite.ts';

type ChangeContext = Pick<ExchangeContext, 'db' | 'now'>;

/** How long a deleted requisite can be restored, milliseconds. */
export const RESTORE_PERIOD_MS = REQUISITE_RESTORE_SECONDS * 1000;

/** Identifies a requisite in a request. */
interface RequisiteOwner {
  userId: string;
  id: string;
}

/** Finds a requisite of an account that is not deleted. */
export function findRequisite(
  db: Kysely<DatabaseSchema>,
  { userId, id }: RequisiteOwner,
): Promise<SavedRequisiteRow | undefined> {
  return selectSavedRequisites(db, userId).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Gives a requisite another label; 404 if it is deleted or unknown. */
export function renameRequisite(
  { db }: Pick<ExchangeContext, 'db'>,
  { userId, id }: RequisiteOwner,
  label: string,
): Promise<SavedRequisiteRow> {
  return db
    .updateTable('saved_requisites')
    .set({ label })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFoundProblem);
}

/** Deletes a requisite, which can be restored for 60 seconds. A repetition has no effect. 404 if erased or unknown. */
export function deleteRequisite(
  { accountSubscribers, db, now }: AccountChangeContext & ChangeContext,
  { userId, id }: RequisiteOwner,
  device: AccountDevice,
): Promise<void> {
  return runInTransaction(db, async trx => {
    const user = await lockUser(trx, userId);
    const at = BigInt(now());
    const row = await findAnyRequisite(trx, { userId, id });
    if (!user || !row) throw notFoundProblem;
    if (row.deleted_at !== null) return;
    for (const { requisiteRemoved } of accountSubscribers)
      await requisiteRemoved(trx, user, { requisiteId: id, at });
    await trx.updateTable('saved_requisites').set({ deleted_at: at }).where('id', '=', id).execute();
    await buildJournalInsert(trx, userId, { kind: 'requisite_removed', device, at }).execute();
  });
}

/** Deletes the requisites of a locked user that were saved since `since`, with a journal entry for each. */
export async function deleteRecentRequisites(
  trx: Kysely<DatabaseSchema>,
  userId: string,
  { since, device, at }: { since: bigint; device: AccountDevice; at: bigint },
): Promise<void> {
  const deleted = await trx
    .updateTable('saved_requisites')
    .set({ deleted_at: at })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', since)
    .returning('id')
    .execute();
  for (const _ of deleted)
    await buildJournalInsert(trx, userId, { kind: 'requisite_removed', device, at }).execute();
}

/**
 * Restores a requisite that was deleted less than 60 seconds ago, with its `payout_from`. A repetition has no effect.
 * 409 if the same requisite is saved again, or 50 others are saved.
 */
export function restoreRequisite(
  context: ChangeContext & Pick<ExchangeContext, 'catalogue' | 'keys' | 'log'>,
  { userId, id }: RequisiteOwner,
  device: AccountDevice,
): Promise<SavedRequisiteRow> {
  const { db, now } = context;
  return runInTransaction(db, async trx => {
    await lockUser(trx, userId);
    const at = BigInt(now());
    const row = await findAnyRequisite(trx, { userId, id });
    if (!row) throw notFoundProblem;
    if (row.deleted_at === null) return row;
    if (row.deleted_at + BigInt(RESTORE_PERIOD_MS) <= at) throw notFoundProblem;
    if (await isSavedAgain(context, trx, row)) throw createProblem(409, 'requisite_saved');
    if ((await countSavedRequisites(trx, userId)) >= MAX_SAVED_REQUISITES)
      throw createProblem(409, 'requisites_limit');
    await trx.updateTable('saved_requisites').set({ deleted_at: null }).where('id', '=', id).execute();
    await buildJournalInsert(trx, userId, { kind: 'requisite_restored', device, at }).execute();
    return { ...row, deleted_at: null };
  });
}

/** Whether an account has saved a deleted requisite again, possibly hashed with another key. */
async function isSavedAgain(
  context: Pick<ExchangeContext, 'catalogue' | 'keys' | 'log'>,
  trx: Kysely<DatabaseSchema>,
  row: SavedRequisiteRow,
): Promise<boolean> {
  const withHash = selectSavedRequisites(trx, row.user_id).select('id');
  if (await withHash.where('value_hash', '=', row.value_hash).executeTakeFirst()) return true;
  const currency = context.catalogue.getCurrency(Number(row.currency_id));
  const values = openValues(context, row);
  if (!currency || values === null) return false;
  return (await findSavedRequisite(trx, context.keys, row.user_id, { currency, values })) !== undefined;
}

function findAnyRequisite(
  db: Kysely<DatabaseSchema>,
  { userId, id }: RequisiteOwner,
): Promise<SavedRequisiteRow | undefined> {
  return db
    .selectFrom('saved_requisites')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}
