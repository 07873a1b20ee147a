import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { ServerContext } from '../context.ts';
import { isAnyOf } from '#server/platform/database/isAnyOf.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { ERASED_MAIL } from '../emails/eraseAccountMail.ts';

/** How long the outbox keeps the recipient of a sent letter: the limits of letters count for a day. */
const LETTER_RETENTION_MS = DAY_MS;

/** Returns the first part of the Message-ID of a letter about an alert: one letter of each kind per alert. */
export const getAlertMessageId = (alertId: string, kind: 'course_alert' | 'course_reached'): string =>
  `${alertId}.${kind}`;

/**
 * Deletes the unsent letters about alerts, and erases the sent ones about reached courses. A letter that is being sent
 * still arrives and leaves no row. Sent letters that confirm alerts keep their recipient for a day: they count against
 * the limit that protects the mailbox from strangers.
 */
export async function eraseLettersOfAlerts(
  trx: Kysely<DatabaseSchema>,
  alertIds: readonly string[],
): Promise<void> {
  const reached = alertIds.map(id => getAlertMessageId(id, 'course_reached'));
  const all = [...reached, ...alertIds.map(id => getAlertMessageId(id, 'course_alert'))];
  await trx
    .deleteFrom('mail')
    .where(isAnyOf(trx, 'message_id', all))
    .where('sent_at', 'is', null)
    .execute();
  await trx
    .updateTable('mail')
    .set(ERASED_MAIL)
    .where(isAnyOf(trx, 'message_id', reached))
    .execute();
}

/** Erases the recipients and texts of alert letters sent a day ago, and deletes those that failed then. */
export async function eraseOldAlertLetters({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<void> {
  const until = BigInt(now() - LETTER_RETENTION_MS);
  await db
    .updateTable('mail')
    .set(ERASED_MAIL)
    // The same condition as in the index `mail_alerts`.
    .where(sql<boolean>`kind in ('course_alert', 'course_reached') and recipient <> ''`)
    .where('sent_at', '<=', until)
    .execute();
  await db
    .deleteFrom('mail')
    .where('kind', 'in', ['course_alert', 'course_reached'])
    .where('dead_at', '<=', until)
    .where('sent_at', 'is', null)
    .execute();
}
