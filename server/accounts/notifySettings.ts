import type { UserUpdate } from '#core/contract/user.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';

/** Stores a user's subscriptions to e-mails, and returns the user. Omitted settings keep their values. */
export async function updateNotifySettings(
  { db }: Pick<ExchangeContext, 'db'>,
  user: UserRow,
  { claims, news }: UserUpdate['notify'],
): Promise<UserRow> {
  const change = {
    ...(claims === undefined ? {} : { notify_claims: claims ? 1n : 0n }),
    ...(news === undefined ? {} : { notify_news: news ? 1n : 0n }),
  };
  if (Object.keys(change).length === 0) return user;
  const updated = await db
    .updateTable('users')
    .set(change)
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirst();
  return updated ?? user;
}
