import { MAX_SAVED_REQUISITES } from '#core/contract/account/savedRequisite.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { SavedRequisiteRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ClaimChanges, ClaimRequisites } from '#server/exchange/claims/claimSubscribers.ts';
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
 * Records in the transaction of a new claim the use of its saved requisites, and saves the others if the client wants
 * that. Those beyond 50 are skipped; the claim is still created.
 */
export async function recordClaimRequisites(
  context: Pick<ExchangeContext, 'keys' | 'log' | 'now'>,
  trx: Db,
  { requisites, userId, savingDevice: device }: ClaimChanges['creating'],
): Promise<void> {
  const at = BigInt(context.now());
  // The lock is needed only to save: most claims do not wait for other claims of their account.
  const user = device && (await lockUser(trx, userId));
  for (const requisite of listClaimRequisites(requisites)) {
    const saved = await findSavedRequisite(trx, context.keys, userId, requisite);
    if (saved) await noteUse(context, trx, saved, { requisite, at, isComplete: !user });
    else if (device && user && (await countSavedRequisites(trx, userId)) < MAX_SAVED_REQUISITES) {
      const row = await insertRequisite(context, trx, { user, requisite, device, at });
      if (row)
        await trx.updateTable('saved_requisites').set({ used_at: at }).where('id', '=', row.id).execute();
    }
  }
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

/** Records the use of a saved requisite, and adds missing values: a paying card may have no owner. */
async function noteUse(
  context: Pick<ExchangeContext, 'keys' | 'log'>,
  trx: Db,
  saved: SavedRequisiteRow,
  { requisite, at, isComplete }: { requisite: NewRequisite; at: bigint; isComplete: boolean },
): Promise<void> {
  const known = openValues(context, saved);
  const lacksValues =
    known !== null && !isComplete && Object.keys(requisite.values).some(name => !(name in known));
  const sealed = lacksValues
    ? { sealed_values: sealValues(context.keys, saved.id, { ...requisite.values, ...known }) }
    : {};
  await trx
    .updateTable('saved_requisites')
    .set({ used_at: at, ...sealed })
    .where('id', '=', saved.id)
    .execute();
}
