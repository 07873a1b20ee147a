import { MAX_SAVED_REQUISITES } from '#core/contract/account/savedRequisite.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { SavedRequisiteRow } from '#server/platform/database/accountRows.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type {
  ClaimChanges,
  ClaimRequisites,
  CreatedClaim,
} from '#server/exchange/claims/claimSubscribers.ts';
import { lockUser } from '../sessions/login.ts';
import { insertRequisite } from './changeRequisite.ts';
import { findDestination, listSavedFields } from './requisiteKinds.ts';
import {
  countSavedRequisites,
  findSavedRequisite,
  openValues,
  sealValues,
  type NewRequisite,
} from './storedRequisite.ts';

/**
 * Saves the requisites of a new claim in its transaction. Those beyond 50 are skipped; the claim is still created. Most
 * claims save none, and do not wait for other claims of their account.
 */
export async function saveClaimRequisites(
  context: Pick<ExchangeContext, 'keys' | 'log' | 'now'>,
  trx: Db,
  { requisites, userId, device }: ClaimChanges['savingRequisites'],
): Promise<void> {
  const at = BigInt(context.now());
  const user = await lockUser(trx, userId);
  if (!user) return;
  for (const requisite of listClaimRequisites(requisites)) {
    const saved = await findSavedRequisite(trx, context.keys, userId, requisite);
    if (saved) await addMissingValues(context, trx, saved, requisite);
    else if ((await countSavedRequisites(trx, userId)) < MAX_SAVED_REQUISITES)
      await insertRequisite(context, trx, { user, requisite, device, at });
  }
}

/** Builds the write that records the use of saved requisites by a claim of their account. */
export function buildRequisiteUses(
  trx: Db,
  keys: ExchangeContext['keys'],
  { claim, requisites }: CreatedClaim,
) {
  return trx
    .updateTable('saved_requisites')
    .set({ used_at: claim.created_at })
    .where('user_id', '=', claim.user_id)
    .where('deleted_at', 'is', null)
    .where(isAnyOf(trx, 'value_hash', hashClaimRequisites(keys, requisites)));
}

/** Hashes of a claim's requisites to find saved ones, with the current key and earlier ones. */
export const hashClaimRequisites = (keys: ExchangeContext['keys'], requisites: ClaimRequisites): string[] =>
  listClaimRequisites(requisites).flatMap(({ currency, values }) => {
    const destination = findDestination(currency, values);
    return destination === null ? [] : keys.listHashes('saved-requisite', destination);
  });

/** Lists the requisites of a claim that can be saved: the payout destination and the paying card. */
function listClaimRequisites({ from, to, fromRequisites, toRequisites }: ClaimRequisites): NewRequisite[] {
  const paying = from.kind === 'bank' ? [{ currency: from, values: fromRequisites }] : [];
  return [...paying, { currency: to, values: toRequisites }].map(({ currency, values }) => {
    const names = listSavedFields(currency).map(({ name }) => name);
    const kept = Object.entries(values).filter(([name]) => names.includes(name));
    return { currency, values: Object.fromEntries(kept) };
  });
}

/** Adds values that a saved requisite lacks: a paying card may have no owner. */
async function addMissingValues(
  context: Pick<ExchangeContext, 'keys' | 'log'>,
  trx: Db,
  saved: SavedRequisiteRow,
  { values }: NewRequisite,
): Promise<void> {
  const known = openValues(context, saved);
  if (known === null || Object.keys(values).every(name => name in known)) return;
  await trx
    .updateTable('saved_requisites')
    .set({ sealed_values: sealValues(context.keys, saved.id, { ...values, ...known }) })
    .where('id', '=', saved.id)
    .execute();
}
