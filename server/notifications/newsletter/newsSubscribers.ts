import { sql } from 'kysely';
import type { Db } from '#server/platform/database/schema.ts';
import { countRows, hasRows } from '#server/platform/database/countRows.ts';

/** Selects the accounts that subscribe to the news, except those that are blocked or about to be deleted. */
function selectSubscribers(db: Db) {
  return db
    .selectFrom('users')
    .where('notify_news', '=', 1n)
    .where('blocked_at', 'is', null)
    .where('deletion_due_at', 'is', null);
}

/** Whether an account still subscribes to the news at this address. */
export const wantsNews = (db: Db, userId: string, email: string): Promise<boolean> =>
  hasRows(selectSubscribers(db).where('id', '=', userId).where('email', '=', email));

/** Returns the first part of the Message-ID of an account's e-mail about a news item: one e-mail per account. */
export const getNewsMessageId = (slug: string, userId: string): string => `${slug}.${userId}.news`;

/** Selects the subscribers without a sent or pending e-mail about this news item. */
export function selectRecipients(db: Db, slug: string) {
  return selectSubscribers(db).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('mail')
          .select('mail.id')
          .where('mail.message_id', '=', sql<string>`${`${slug}.`} || users.id || '.news'`),
      ),
    ),
  );
}

/** Counts the subscribers without a sent or pending e-mail about this news item. */
export const countRecipients = (db: Db, slug: string): Promise<number> =>
  countRows(selectRecipients(db, slug));
