import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.ts';
import { toStoredCard } from './storedCard.ts';

/** How long an approved card needs no new verification. */
const APPROVAL_MONTHS = 12;

/** Whether this card (or phone, as `findCardNumber` tells it) was approved in the last twelve months. `now` in milliseconds. */
export async function isCardApproved(
  trx: Kysely<DatabaseSchema>,
  secret: Uint8Array,
  number: string | null,
  now: number,
): Promise<boolean> {
  if (number === null) return false;
  const row = await trx
    .selectFrom('verifications')
    .select('id')
    .where('card_hash', '=', toStoredCard(secret, number).hash)
    .where('status', '=', 'approved')
    .where('expires_at', '>', BigInt(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When an approval of `now` ends: the same day twelve months later, milliseconds. */
export function getApprovalExpiry(now: number): number {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + APPROVAL_MONTHS);
  return end.getTime();
}
