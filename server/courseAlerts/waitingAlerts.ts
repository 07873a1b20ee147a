import type { Kysely } from 'kysely';
import type { ServerContext } from '../context.ts';
import type { CourseAlertRow } from '../database/serverRows.ts';
import type { DatabaseSchema } from '../database/schema.ts';

/** Loads the alerts of a mailbox that are neither reached nor over. */
export function loadWaitingAlerts(
  { keys }: Pick<ServerContext, 'keys'>,
  trx: Kysely<DatabaseSchema>,
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

/** Counts confirmed alerts. Only these fill the limit of a mailbox: anybody can ask for others. */
export const countConfirmed = (alerts: readonly CourseAlertRow[]): number =>
  alerts.filter(({ confirmed_at }) => confirmed_at !== null).length;
