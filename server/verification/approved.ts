import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { kept } from './card.ts';

/** How long an approved card needs no new verification. */
const MONTHS = 12;

/** Whether this card (or phone, as `numberOf` tells it) was approved in the last twelve months. `now` in milliseconds. */
export async function approved(
  trx: Kysely<Schema>,
  secret: Uint8Array,
  number: string | null,
  now: number,
): Promise<boolean> {
  if (number === null) return false;
  const row = await trx
    .selectFrom('verifications')
    .select('id')
    .where('card_hash', '=', kept(secret, number).hash)
    .where('status', '=', 'approved')
    .where('expires_at', '>', BigInt(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When an approval of `now` ends: the same day twelve months later, milliseconds. */
export function approvedUntil(now: number): number {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + MONTHS);
  return end.getTime();
}
