import {
  ALERT_LIFETIME_DAYS,
  type CourseAlert,
  type CourseAlertCancellation,
} from '#core/contract/course/courseAlert.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { readAccountToken } from '#server/platform/keys/accountToken.ts';
import type { ServerContext } from '../context.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem, linkProblem } from '#server/platform/http/problem.ts';
import { getMailbox, getMailboxLock } from '#server/platform/email/mailboxes.ts';
import { eraseEmailsOfAlerts } from './alertEmails.ts';
import { checkAlertLimit, loadWaitingAlerts } from './waitingAlerts.ts';

/** Confirms the alert of a token for 90 days, within the limit of its mailbox. A repetition changes nothing. */
export async function confirmAlert(context: ServerContext, token: string): Promise<CourseAlert> {
  const { catalogue, db, keys, now } = context;
  const id = readAccountToken(keys, 'alert', token);
  if (id === null) throw linkProblem;
  // Only e-mails have valid tokens, so the alert has existed.
  const overProblem = createProblem(404, 'alert_over');
  const stored = await db.selectFrom('course_alerts').select('email').where('id', '=', id).executeTakeFirst();
  if (!stored) throw overProblem;
  const mailbox = getMailbox(stored.email);
  const work = async (trx: Db) => {
    const at = BigInt(now());
    const waiting = await loadWaitingAlerts(context, trx, { mailbox, at });
    const row = waiting.find(alert => alert.id === id);
    const from = row && catalogue.getCurrency(Number(row.from_id));
    const to = row && catalogue.getCurrency(Number(row.to_id));
    if (!from || !to) throw overProblem;
    const expiresAt = row.confirmed_at === null ? at + BigInt(ALERT_LIFETIME_DAYS * DAY_MS) : row.expires_at;
    if (row.confirmed_at === null) {
      checkAlertLimit(waiting);
      const { numUpdatedRows } = await trx
        .updateTable('course_alerts')
        .set({ confirmed_at: at, expires_at: expiresAt })
        .where('id', '=', id)
        .executeTakeFirst();
      // The alert was cancelled in the meantime.
      if (numUpdatedRows === 0n) throw overProblem;
    }
    return {
      from: from.code,
      to: to.code,
      currencyFrom: from.ticker,
      currencyTo: to.ticker,
      priceOf: row.price_of,
      price: row.price,
      direction: row.direction,
      expiresAt: new Date(Number(expiresAt)).toISOString(),
    };
  };
  return runInTransaction(db, work, [getMailboxLock(mailbox)]);
}

/**
 * Cancels the alert of an e-mail's token, confirmed or not. The token of an e-mail about a reached course cancels all
 * other alerts of the mailbox. Erases their e-mails. Returns the number of cancelled alerts: 0 if they had ended.
 */
export async function cancelAlerts(
  { db, keys, now }: ServerContext,
  token: string,
): Promise<CourseAlertCancellation> {
  const id = readAccountToken(keys, 'alert_stop', token);
  if (id === null) throw linkProblem;
  return runInTransaction(db, async trx => {
    const row = await trx.selectFrom('course_alerts').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return { cancelled: 0 };
    const alerts =
      row.reached_at === null
        ? [row]
        : await trx
            .selectFrom('course_alerts')
            .select('id')
            .where('mailbox_hash', '=', row.mailbox_hash)
            .execute();
    const ids = alerts.map(alert => alert.id);
    const { numDeletedRows } = await trx
      .deleteFrom('course_alerts')
      .where(isAnyOf(trx, 'id', ids))
      .where('reached_at', 'is', null)
      .where('expires_at', '>', BigInt(now()))
      .executeTakeFirst();
    await eraseEmailsOfAlerts(trx, ids);
    return { cancelled: Number(numDeletedRows) };
  });
}
