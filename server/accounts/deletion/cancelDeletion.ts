import type { Db } from '#server/platform/database/schema.ts';
import type { AccountDevice } from '../accountClient.ts';
import { reportAccountChange } from '../accountJournal.ts';

/** Cancels a planned deletion when the locked user logs in, and notifies the owner; does nothing if none is planned. */
export async function cancelDeletion(
  trx: Db,
  { userId, device, at }: { userId: string; device: AccountDevice; at: bigint },
): Promise<void> {
  const user = await trx
    .updateTable('users')
    .set({ deletion_due_at: null })
    .where('id', '=', userId)
    .where('deletion_due_at', 'is not', null)
    .returning(['id', 'email'])
    .executeTakeFirst();
  if (user) await reportAccountChange(trx, user, { kind: 'deletion_cancelled', ...device }, at);
}
