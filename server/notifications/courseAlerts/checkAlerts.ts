import { findOpenCourse } from '#server/exchange/courses/pricing.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { enqueueAccountEmail } from '#server/accounts/accountEmail.ts';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import type { ServerContext } from '../context.ts';
import { deleteOldRows } from '#server/platform/database/deleteOldRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { CourseAlertRow } from '#server/platform/database/serverRows.ts';
import { eraseOldAlertEmails, getAlertMessageId } from './alertEmails.ts';
import { compareToPrice, formatAlertCourse, formatAlertPair, formatAlertPrice } from './alertPrice.ts';

const CHECK_INTERVAL_MS = 30_000;

/** Number of alerts per query. */
const BATCH_SIZE = 500;

/** How long a reached alert is kept without its address, so that its e-mail can cancel the others, milliseconds. */
const REACHED_RETENTION_MS = 30 * DAY_MS;

/**
 * Sends the e-mails of confirmed alerts whose course is reached, and erases expired data. Each alert sends one e-mail,
 * even if two processes check it at once. Alerts of a closed pair are not reached. Returns the number of e-mails.
 */
export async function checkCourseAlerts(context: ServerContext): Promise<number> {
  const courses = new Map<string, string | null>();
  const getCourse = (fromId: number, toId: number) => {
    const key = `${fromId}-${toId}`;
    const known = courses.get(key);
    if (known !== undefined) return known;
    const course = findOpenCourse(context, fromId, toId);
    courses.set(key, course);
    return course;
  };
  let count = 0;
  let batch: CourseAlertRow[] = [];
  do {
    batch = await readBatch(context, batch.at(-1)?.id ?? '');
    for (const alert of batch) {
      const course = getCourse(Number(alert.from_id), Number(alert.to_id));
      if (course !== null && isReached(course, alert) && (await sendEmail(context, alert, course))) count++;
    }
  } while (batch.length === BATCH_SIZE);
  await deleteOldRows(context.db, {
    table: 'course_alerts',
    key: 'id',
    time: 'expires_at',
    until: context.now(),
  });
  await eraseOldAlertEmails(context);
  return count;
}

/** Reads the next confirmed alerts that are not reached, after `lastId`. */
function readBatch({ db, now }: ServerContext, lastId: string): Promise<CourseAlertRow[]> {
  return db
    .selectFrom('course_alerts')
    .selectAll()
    .where('id', '>', lastId)
    .where('confirmed_at', 'is not', null)
    .where('reached_at', 'is', null)
    .where('expires_at', '>', BigInt(now()))
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
}

function isReached(course: string, { price_of: priceOf, price, direction }: CourseAlertRow): boolean {
  const order = compareToPrice(course, { priceOf, price });
  return order === 0 || order === (direction === 'up' ? 1 : -1);
}

/** Marks an alert as reached, erases its address and enqueues its e-mail; false if another process has done it. */
function sendEmail(
  { catalogue, db, now }: ServerContext,
  alert: CourseAlertRow,
  course: string,
): Promise<boolean> {
  const [from, to] = [
    catalogue.getCurrency(Number(alert.from_id)),
    catalogue.getCurrency(Number(alert.to_id)),
  ];
  if (!from || !to) return Promise.resolve(false);
  const at = BigInt(now());
  return runInTransaction(db, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('course_alerts')
      .set({ reached_at: at, email: '', expires_at: at + BigInt(REACHED_RETENTION_MS) })
      .where('id', '=', alert.id)
      .where('reached_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const { price_of: priceOf, price } = alert;
    await enqueueAccountEmail(trx, {
      recipient: alert.email,
      message: {
        kind: 'course_reached',
        alertId: alert.id,
        from: from.code,
        to: to.code,
        pair: formatAlertPair(from, to),
        price: formatAlertPrice(from, to, { priceOf, price }),
        course: formatAlertCourse(course, from, to, priceOf),
      },
      at,
      messageId: getAlertMessageId(alert.id, 'course_reached'),
    });
    return true;
  });
}

/** Creates the job that checks all alerts every 30 seconds. A failed run is logged and retried. */
export function createCourseAlertJob(context: ServerContext): BackgroundJob {
  return createBackgroundJob(
    'course_alerts',
    CHECK_INTERVAL_MS,
    () => checkCourseAlerts(context),
    error => context.log.error({ err: error }, 'Cannot check course alerts'),
  );
}
