import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { eraseEndedClaims } from '#server/exchange/claims/retention/eraseEndedClaims.ts';
import type { ServerContext } from './notifications/context.ts';
import { deleteOldTransfers } from '#server/exchange/payments/bankTransfers.ts';
import { eraseAccountEmail } from '#server/notifications/emails/eraseAccountEmail.ts';
import { deleteOldTelegramRows } from '#server/notifications/telegram/deleteOldTelegramRows.ts';

const RETENTION_INTERVAL_MS = 60_000;

/**
 * Creates the job that erases the data of ended claims, and old messages, every minute. Logs and retries a failed run.
 */
export function createRetentionJob(context: ServerContext): BackgroundJob {
  const runOnce = async () => {
    const count = await eraseEndedClaims(context);
    if (count > 0) context.log.info({ count }, 'Personal data of ended claims erased');
    const emailCount = await eraseAccountEmail(context);
    if (emailCount > 0) context.log.info({ count: emailCount }, 'E-mails about accounts erased');
    await deleteOldTelegramRows(context);
    await deleteOldTransfers(context);
  };
  return createBackgroundJob('retention', RETENTION_INTERVAL_MS, runOnce, error =>
    context.log.error({ err: error }, 'Cannot erase the data of ended claims'),
  );
}
