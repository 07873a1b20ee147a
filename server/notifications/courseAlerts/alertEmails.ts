import { sql } from 'kysely';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { ServerContext } from '../context.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { ERASED_EMAIL } from '../emails/eraseAccountEmail.ts';

/** How long the outbox keeps the recipient of a sent e-mail: the limits of e-mails count for a day. */
const EMAIL_RETENTION_MS = DAY_MS;

/** Returns the first part of the Message-ID of an e-mail about an alert: one e-mail of each kind per alert. */
export const getAlertMessageId = (alertId: string, kind: 'course_alert' | 'course_reached'): string =>
  `${alertId}.${kind}`;

/**
 * Deletes the unsent e-mails about alerts, and erases the sent ones about reached courses. An e-mail that is being sent
 * still arrives and leaves no row. Sent e-mails that confirm alerts keep their recipient for a day: they count against
 * the limit that protects the mailbox from strangers.
 */
export async function eraseEmailsOfAlerts(trx: Db, alertIds: readonly string[]): Promise<void> {
  const reached = alertIds.map(id => getAlertMessageId(id, 'course_reached'));
  const all = [...reached, ...alertIds.map(id => getAlertMessageId(id, 'course_alert'))];
  await trx
    .deleteFrom('mail')
    .where(isAnyOf(trx, 'message_id', all))
    .where('sent_at', 'is', null)
    .execute();
  await trx
    .updateTable('mail')
    .set(ERASED_EMAIL)
    .where(isAnyOf(trx, 'message_id', reached))
    .execute();
}

/** Erases the recipients and texts of alert e-mails sent a day ago, and deletes those that failed then. */
export async function eraseOldAlertEmails({ db, now }: ServerContext): Promise<void> {
  const until = BigInt(now() - EMAIL_RETENTION_MS);
  await db
    .updateTable('mail')
    .set(ERASED_EMAIL)
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
