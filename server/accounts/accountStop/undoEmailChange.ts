import type { Kysely } from 'kysely';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { findUserByEmail } from '../sessions/login.ts';

/**
 * Restores an earlier address of a locked account, if the change can still be undone and no other account has the
 * address. Also undoes every later change, and deletes the stop tokens of e-mails to the addresses of those changes.
 * Returns whether the account has the address now.
 */
export async function undoEmailChange(
  trx: Kysely<DatabaseSchema>,
  user: UserRow,
  { email, at }: { email: string; at: bigint },
): Promise<boolean> {
  if (user.email === email) return true;
  const changes = await trx
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('changed_at', 'is not', null)
    .where('expires_at', '>', at)
    .orderBy('changed_at')
    .execute();
  const first = changes.findLastIndex(change => change.old_email === email);
  if (first === -1 || (await findUserByEmail(trx, email))) return false;
  const undone = changes.slice(first);
  await trx
    .deleteFrom('email_changes')
    .where(
      'id',
      'in',
      undone.map(({ id }) => id),
    )
    .execute();
  await trx
    .deleteFrom('stop_tokens')
    .where('user_id', '=', user.id)
    .where(
      'email',
      'in',
      undone.map(change => change.new_email),
    )
    .where('email', '<>', email)
    .execute();
  await trx.updateTable('users').set({ email }).where('id', '=', user.id).execute();
  return true;
}
