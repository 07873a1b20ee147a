import type * as v from 'valibot';
import {
  MAX_SAVED_REQUISITES,
  type RequisiteCreate,
  REQUISITE_RESTORE_SECONDS,
} from '#core/contract/account/savedRequisite.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { validateRequisites } from '#server/exchange/claims/create/validateRequisites.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import type { SavedRequisiteRow, UserRow } from '#server/platform/database/accountRows.ts';
import { executeTogether } from '#server/platform/database/executeTogether.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import {
  createFieldProblem,
  refuseFields,
  createProblem,
  notFoundProblem,
} from '#server/platform/http/problem.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { enqueueAccountEmail } from '../accountEmail.ts';
import { lockOwner, lockUser } from '../sessions/login.ts';
import { findDestinationField, getRequisiteType, listSavedFields } from './requisiteKinds.ts';
import {
  buildRequisiteRow,
  countSavedRequisites,
  findSavedRequisite,
  type NewRequisite,
  openValues,
  selectSavedRequisites,
} from './storedRequisite.ts';
import type { AccountChangeContext } from '../accountSubscribers.ts';

type AddContext = Pick<ExchangeContext, 'catalogue' | 'db' | 'keys' | 'now'>;

/**
 * Saves a requisite of an account and notifies its owner. 400 lists the invalid fields as `values.<name>`, also if the
 * requisite is already saved; 400 without a field beyond 50 requisites.
 */
export async function addRequisite(
  context: AddContext,
  user: UserRow,
  { currency: code, values, label }: v.InferOutput<typeof RequisiteCreate>,
  device: AccountDevice,
): Promise<SavedRequisiteRow> {
  const { catalogue, db, keys, now } = context;
  const currency = catalogue.findCurrencyByCode(code);
  if (!currency || getRequisiteType(currency) === null)
    throw createFieldProblem({ currency: { code: 'currency_unknown' } });
  const fields = listSavedFields(currency);
  const valid = await validateRequisites({ path: 'values', code: currency.code, fields, values });
  refuseFields(valid.fieldErrors);
  const requisite = { currency, values: valid.values, label };
  return runInTransaction(db, async trx => {
    // Serialized, so that concurrent requests do not exceed the limit.
    await lockOwner(trx, user.id);
    if (await findSavedRequisite(trx, keys, user.id, requisite))
      throw createFieldProblem({
        [`values.${findDestinationField(fields)?.name ?? ''}`]: { code: 'requisite_saved' },
      });
    if ((await countSavedRequisites(trx, user.id)) >= MAX_SAVED_REQUISITES)
      throw createFieldProblem({ non_field_errors: { code: 'requisites_limit' } });
    const row = await insertRequisite(context, trx, { user, requisite, device, at: BigInt(now()) });
    if (!row) throw createFieldProblem({ currency: { code: 'currency_unknown' } });
    return row;
  });
}

/** Inserts a requisite of a locked user, with its journal entry and its e-mail. Null if it has no destination. */
export async function insertRequisite(
  { keys }: Pick<ExchangeContext, 'keys'>,
  trx: Db,
  {
    user,
    requisite,
    device,
    at,
  }: { user: Pick<UserRow, 'id' | 'email'>; requisite: NewRequisite; device: AccountDevice; at: bigint },
): Promise<SavedRequisiteRow | null> {
  const row = buildRequisiteRow(keys, user.id, requisite, at);
  if (!row) return null;
  await executeTogether(trx, [
    trx.insertInto('saved_requisites').values(row),
    buildJournalInsert(trx, user.id, { kind: 'requisite_added', device, at }),
  ]);
  const { currency, values } = requisite;
  const masked = `${currency.name} ${maskRequisites(values, listSavedFields(currency))}`;
  const message = { kind: 'requisite_added', requisite: masked, ...device } as const;
  await enqueueAccountEmail(trx, { recipient: user.email, message, at, userId: user.id });
  return row;
}

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
  db: Db,
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
  trx: Db,
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
  trx: Db,
  row: SavedRequisiteRow,
): Promise<boolean> {
  const withHash = selectSavedRequisites(trx, row.user_id).select('id');
  if (await withHash.where('value_hash', '=', row.value_hash).executeTakeFirst()) return true;
  const currency = context.catalogue.getCurrency(Number(row.currency_id));
  const values = openValues(context, row);
  if (!currency || values === null) return false;
  return (await findSavedRequisite(trx, context.keys, row.user_id, { currency, values })) !== undefined;
}

function findAnyRequisite(db: Db, { userId, id }: RequisiteOwner): Promise<SavedRequisiteRow | undefined> {
  return db
    .selectFrom('saved_requisites')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}
