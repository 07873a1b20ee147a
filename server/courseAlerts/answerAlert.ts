import {
  ALERT_LIFETIME_DAYS,
  type CourseAlert,
  type CourseAlertCancellation,
} from '#core/contract/course/courseAlert.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { readAccountToken } from '../accounts/accountToken.ts';
import { linkProblem } from '../accounts/signup/activateAccount.ts';
import type { ServerContext } from '../context.ts';
import { lockRows } from '../database/rowLocks.ts';
import { runInTransaction } from '../database/runInTransaction.ts';
import { createProblem } from '../http/problem.ts';

type AlertContext = Pick<ServerContext, 'catalogue' | 'db' | 'keys' | 'now'>;

/** Confirms the alert of a letter's token for 90 days. A repetition changes nothing. */
export async function confirmAlert(
  { catalogue, db, keys, now }: AlertContext,
  token: string,
): Promise<CourseAlert> {
  const id = readAccountToken(keys, 'alert', token);
  if (id === null) throw linkProblem;
  return runInTransaction(db, async trx => {
    const at = BigInt(now());
    const query = trx
      .selectFrom('course_alerts')
      .selectAll()
      .where('id', '=', id)
      .where('expires_at', '>', at);
    const row = await lockRows(trx, query).executeTakeFirst();
    const from = row && catalogue.getCurrency(Number(row.from_id));
    const to = row && catalogue.getCurrency(Number(row.to_id));
    // Only letters have valid tokens, so it was one.
    if (!from || !to || row.reached_at !== null) throw createProblem(404, 'alert_over');
    const expiresAt = row.confirmed_at === null ? at + BigInt(ALERT_LIFETIME_DAYS * DAY_MS) : row.expires_at;
    if (row.confirmed_at === null)
      await trx
        .updateTable('course_alerts')
        .set({ confirmed_at: at, expires_at: expiresAt })
        .where('id', '=', id)
        .execute();
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
  });
}

/**
 * Cancels the alert of a letter's token, confirmed or not; with the letter about a reached course all other alerts of the
 * mailbox. Returns how many it has cancelled: none if they were over.
 */
export async function cancelAlerts(
  { db, keys, now }: Pick<AlertContext, 'db' | 'keys' | 'now'>,
  token: string,
): Promise<CourseAlertCancellation> {
  const id = readAccountToken(keys, 'alert_stop', token);
  if (id === null) throw linkProblem;
  return runInTransaction(db, async trx => {
    const row = await trx.selectFrom('course_alerts').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return { cancelled: 0 };
    const query = trx
      .deleteFrom('course_alerts')
      .where('reached_at', 'is', null)
      .where('expires_at', '>', BigInt(now()));
    const { numDeletedRows } = await (
      row.reached_at === null
        ? query.where('id', '=', id)
        : query.where('mailbox_hash', '=', row.mailbox_hash)
    ).executeTakeFirst();
    return { cancelled: Number(numDeletedRows) };
  });
}
