import { sql } from 'kysely';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { Db, DatabaseSchema } from '#server/platform/database/schema.ts';
import type { AccountChangeContext } from '../accountSubscribers.ts';
import { eraseVerifications } from '#server/exchange/verification/eraseVerifications.ts';

/** Tables whose rows belong to an account. */
type UserTable = {
  [Table in keyof DatabaseSchema]: 'user_id' extends keyof DatabaseSchema[Table] ? Table : never;
}[keyof DatabaseSchema];

/** How the rows of a deleted account are erased. `delete`: deleted with it; `detach`: their `user_id` is cleared. */
type ErasureRule = 'delete' | 'detach';

/** All tables with a `user_id`. A row that refers to another table's row comes before it. */
export const USER_DATA: Readonly<Record<UserTable, ErasureRule>> = {
  account_events: 'delete',
  account_promocodes: 'delete',
  // The ledger refers to them.
  claims: 'detach',
  claim_holders: 'delete',
  email_changes: 'delete',
  login_challenges: 'delete',
  recovery_codes: 'delete',
  passkey_challenges: 'delete',
  passkeys: 'delete',
  // Claims and the ledger refer to them.
  partners: 'detach',
  restore_tokens: 'delete',
  sessions: 'delete',
  staff: 'delete',
  stop_tokens: 'delete',
  totp_factors: 'delete',
  // They refer to saved requisites. Their photos and handoffs are erased first.
  verifications: 'delete',
  saved_requisites: 'delete',
};

/** Erases the rows of an account in one table. */
export async function eraseUserRows(
  trx: Db,
  { table, rule, userId }: { table: string; rule: ErasureRule; userId: string },
): Promise<void> {
  const statement =
    rule === 'delete'
      ? sql`delete from ${sql.table(table)} where user_id = ${userId}`
      : sql`update ${sql.table(table)} set user_id = null where user_id = ${userId}`;
  await statement.execute(trx);
}

/** Lists the verifications of saved cards. Those of claims stay with the claims. */
async function listVerificationIds(trx: Db, userId: string): Promise<string[]> {
  const rows = await trx.selectFrom('verifications').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

/** Erases a locked account and the data that belongs only to it. */
export async function eraseUser(
  { accountSubscribers }: AccountChangeContext,
  trx: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  // They belong to sessions.
  await trx
    .deleteFrom('refresh_tokens')
    .where('session_id', 'in', trx.selectFrom('sessions').select('id').where('user_id', '=', id))
    .execute();
  await eraseVerifications(trx, await listVerificationIds(trx, id));
  for (const { erased } of accountSubscribers) await erased(trx, id);
  for (const [table, rule] of Object.entries(USER_DATA))
    await eraseUserRows(trx, { table, rule, userId: id });
  await trx.deleteFrom('signups').where('email', '=', email).execute();
  await trx.deleteFrom('course_alerts').where('email', '=', email).execute();
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
