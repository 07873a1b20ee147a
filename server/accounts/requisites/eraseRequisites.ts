import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { eraseVerifications } from '#server/exchange/verification/eraseVerifications.ts';
import { findCardNumber } from '#server/exchange/requisites/storedCard.ts';
import { lockUser } from '../sessions/login.ts';
import { RESTORE_PERIOD_MS } from './changeRequisite.ts';
import { openValues, selectSavedRequisites } from './storedRequisite.ts';

/** Maximum number of requisites per run. */
const ERASURE_BATCH_SIZE = 100;

type ErasureContext = Pick<ExchangeContext, 'db' | 'keys' | 'log' | 'now'>;

/** Erases requisites that can no longer be restored, and their verifications except approvals. Returns their number. */
export async function eraseDeletedRequisites(context: ErasureContext): Promise<number> {
  const { db, now } = context;
  const deletedBefore = BigInt(now() - RESTORE_PERIOD_MS);
  const due = await db
    .selectFrom('saved_requisites')
    .select(['id', 'user_id'])
    .where('deleted_at', '<=', deletedBefore)
    .limit(ERASURE_BATCH_SIZE)
    .execute();
  for (const { id, user_id } of due)
    await runInTransaction(db, async trx => {
      await lockUser(trx, user_id);
      await eraseRequisite(context, trx, { id, userId: user_id });
    });
  return due.length;
}

/**
 * Erases a requisite of a locked user. An approval stays valid, so claims with the card need no new one. Verifications
 * of a card that is also saved in another requisite are kept.
 */
async function eraseRequisite(
  context: ErasureContext,
  trx: Db,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  // Locked: the operator may be deciding on one.
  const ofRequisite = trx.selectFrom('verifications').selectAll().where('requisite_id', '=', id);
  const verifications = await lockRows(trx, ofRequisite).execute();
  const findOther = verifications.length > 0 ? await loadSavedCards(context, trx, userId) : () => undefined;
  const erased: string[] = [];
  for (const { id: verificationId, card_hash, status } of verifications) {
    const other = findOther(card_hash);
    if (status !== 'approved' && other === undefined) erased.push(verificationId);
    else
      await trx
        .updateTable('verifications')
        .set({ requisite_id: other ?? null })
        .where('id', '=', verificationId)
        .execute();
  }
  await eraseVerifications(trx, erased);
  await trx.deleteFrom('saved_requisites').where('id', '=', id).execute();
}

/** Loads the cards that an account has saved. Returns a function that finds a card's id by the hash of its number. */
async function loadSavedCards(
  context: ErasureContext,
  trx: Db,
  userId: string,
): Promise<(cardHash: string) => string | undefined> {
  const rows = await selectSavedRequisites(trx, userId)
    .select(['id', 'sealed_values'])
    .where('type', '=', 'card')
    .execute();
  const cards = rows.map(row => {
    const number = findCardNumber(openValues(context, row) ?? {}, {});
    return { id: row.id, hashes: number === null ? [] : context.keys.listHashes('card', number) };
  });
  return cardHash => cards.find(({ hashes }) => hashes.includes(cardHash))?.id;
}
