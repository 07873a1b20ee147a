import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';

/** Length of the payout freeze after the owner has stopped the account, milliseconds. */
const PAYOUT_FREEZE_MS = 72 * 3_600_000;

/** Freezes the payouts of a locked user for 72 hours from `at`. Returns the end, milliseconds. */
export async function freezePayouts(
  trx: Kysely<DatabaseSchema>,
  userId: string,
  at: bigint,
): Promise<bigint> {
  const until = getFreezeEnd(at);
  await trx.updateTable('users').set({ payouts_frozen_until: until }).where('id', '=', userId).execute();
  return until;
}

/** End of a freeze that begins at `at`, milliseconds. */
export const getFreezeEnd = (at: bigint): bigint => at + BigInt(PAYOUT_FREEZE_MS);
