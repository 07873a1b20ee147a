import { MAX_ALERTS_PER_EMAIL } from '#core/contract/course/courseAlert.ts';
import type { ServerContext } from '../context.ts';
import type { CourseAlertRow } from '#server/platform/database/serverRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createProblem } from '#server/platform/http/problem.ts';

/** Loads the alerts of a mailbox that are neither reached nor ended. */
export function loadWaitingAlerts(
  { keys }: Pick<ServerContext, 'keys'>,
  trx: Db,
  { mailbox, at }: { mailbox: string; at: bigint },
): Promise<CourseAlertRow[]> {
  return trx
    .selectFrom('course_alerts')
    .selectAll()
    .where('mailbox_hash', 'in', keys.listHashes('mailbox', mailbox))
    .where('reached_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
}

/** Refuses a further alert of a mailbox with 409 `alerts_limit`. Only confirmed ones count: anybody can request others. */
export function checkAlertLimit(waiting: readonly CourseAlertRow[]): void {
  if (waiting.length - countUnconfirmed(waiting) >= MAX_ALERTS_PER_EMAIL)
    throw createProblem(409, 'alerts_limit', { data: { max: MAX_ALERTS_PER_EMAIL } });
}

/** Counts the alerts that are not confirmed. */
export const countUnconfirmed = (alerts: readonly CourseAlertRow[]): number =>
  alerts.filter(({ confirmed_at }) => confirmed_at === null).length;
