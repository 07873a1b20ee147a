import type { Db } from '#server/platform/database/schema.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';

/** Validity of a card approval. */
const APPROVAL_MONTHS = 12;

/** Returns whether this card or phone (`findCardNumber`) has an unexpired approval. `now` is in milliseconds. */
export async function isCardApproved(
  trx: Db,
  keys: ServerKeys,
  number: string | null,
  now: number,
): Promise<boolean> {
  if (number === null) return false;
  const [currentHash = '', ...olderHashes] = keys.listHashes('card', number);
  const row = await trx
    .selectFrom('verifications')
    .select('card_hash')
    .where('card_hash', 'in', [currentHash, ...olderHashes])
    .where('status', '=', 'approved')
    .where('expires_at', '>', BigInt(now))
    .limit(1)
    .executeTakeFirst();
  // Rehashed, so that the approval stays valid after its key is retired.
  if (row && row.card_hash !== currentHash)
    await trx
      .updateTable('verifications')
      .set({ card_hash: currentHash })
      .where('card_hash', 'in', olderHashes)
      .execute();
  return row !== undefined;
}

/** Returns when an approval given at `now` expires: twelve months later, milliseconds. */
export function getApprovalExpiry(now: number): number {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + APPROVAL_MONTHS);
  return end.getTime();
}
