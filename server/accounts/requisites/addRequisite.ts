import type { Kysely } from 'kysely';
import type * as v from 'valibot';
import { MAX_SAVED_REQUISITES, type RequisiteCreate } from '#core/contract/account/savedRequisite.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { validateRequisites } from '#server/exchange/claims/create/validateRequisites.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import type { SavedRequisiteRow, UserRow } from '#server/platform/database/accountRows.ts';
import { executeTogether } from '#server/platform/database/executeTogether.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem, refuseFields } from '#server/platform/http/problem.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { enqueueAccountEmail } from '../accountEmail.ts';
import { lockOwner } from '../sessions/login.ts';
import { findDestinationField, getRequisiteType, listSavedFields } from './requisiteKinds.ts';
import {
  buildRequisiteRow,
  countSavedRequisites,
  findSavedRequisite,
  type NewRequisite,
} from './storedRequisite.ts';

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
  trx: Kysely<DatabaseSchema>,
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
