import { randomUUID } from 'node:crypto';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { SavedRequisiteRow } from '#server/platform/database/accountRows.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';
import { openSealedFieldIfReadable, sealField } from '../sealedFields.ts';
import { PAYOUT_DELAY_MS } from './delayPayouts.ts';
import { findDestination, getRequisiteType, type RequisiteValues } from './requisiteKinds.ts';
import { countRows } from '#server/platform/database/countRows.ts';

/** A valid requisite of the form or of a claim that is not saved yet. */
export interface NewRequisite {
  currency: Currency;
  values: RequisiteValues;
  label?: string;
}

const getSealedField = (id: string) => ({ column: 'saved_requisites.sealed_values', id });

/** Encrypts the values of a row. */
export const sealValues = (keys: ServerKeys, id: string, values: RequisiteValues): string =>
  sealField(keys, getSealedField(id), JSON.stringify(values));

/** Ids of the rows that this process has logged as unreadable. */
const reportedIds = new Set<string>();

/** Decrypts the values of a row. Null if they are lost (retired key, or changed data), which is logged once. */
export function openValues(
  { keys, log }: Pick<ExchangeContext, 'keys' | 'log'>,
  { id, sealed_values }: Pick<SavedRequisiteRow, 'id' | 'sealed_values'>,
): Record<string, string> | null {
  const text = openSealedFieldIfReadable(keys, getSealedField(id), sealed_values);
  if (text !== null) return JSON.parse(text) as Record<string, string>;
  if (!reportedIds.has(id)) log.error({ requisite: id }, 'A saved requisite cannot be decrypted');
  reportedIds.add(id);
  return null;
}

/** Builds the row of a requisite; null if its currency has no requisites, or the values have no destination. */
export function buildRequisiteRow(
  keys: ServerKeys,
  userId: string,
  { currency, values, label = '' }: NewRequisite,
  at: bigint,
): SavedRequisiteRow | null {
  const type = getRequisiteType(currency);
  const destination = findDestination(currency, values);
  if (type === null || destination === null) return null;
  const id = randomUUID();
  return {
    id,
    user_id: userId,
    type,
    currency_id: BigInt(currency.id),
    label,
    sealed_values: sealValues(keys, id, values),
    value_hash: keys.hash('saved-requisite', destination),
    payout_from: at + BigInt(PAYOUT_DELAY_MS),
    used_at: null,
    created_at: at,
    deleted_at: null,
  };
}

/** Finds the saved requisite of an account with the same destination. */
export async function findSavedRequisite(
  db: Db,
  keys: ServerKeys,
  userId: string,
  { currency, values }: Pick<NewRequisite, 'currency' | 'values'>,
): Promise<SavedRequisiteRow | undefined> {
  const destination = findDestination(currency, values);
  if (destination === null) return undefined;
  return selectSavedRequisites(db, userId)
    .selectAll()
    .where(isAnyOf(db, 'value_hash', keys.listHashes('saved-requisite', destination)))
    .executeTakeFirst();
}

/** Selects the requisites of an account that are not deleted. */
export const selectSavedRequisites = (db: Db, userId: string) =>
  db.selectFrom('saved_requisites').where('user_id', '=', userId).where('deleted_at', 'is', null);

/** Counts the requisites of an account. */
export const countSavedRequisites = (db: Db, userId: string): Promise<number> =>
  countRows(selectSavedRequisites(db, userId));
