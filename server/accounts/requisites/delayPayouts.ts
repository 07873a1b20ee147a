import type { Db } from '#server/platform/database/schema.ts';

/** Payout delay for a new requisite, and for all requisites after a change of credentials, milliseconds. */
export const PAYOUT_DELAY_MS = 24 * 3_600_000;

/**
 * Delays payouts to all requisites of an account by 24 hours, in the transaction of a change of its password, e-mail,
 * second factor or passkeys: the change may not be by the owner.
 */
export async function delayPayouts(trx: Db, userId: string, at: bigint): Promise<void> {
  const from = at + BigInt(PAYOUT_DELAY_MS);
  await trx
    .updateTable('saved_requisites')
    .set({ payout_from: from })
    .where('user_id', '=', userId)
    .where('payout_from', '<', from)
    .execute();
}
