import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { deleteOldRows } from '#server/platform/database/deleteOldRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { eraseDeletedRequisites } from './requisites/eraseRequisites.ts';
import { emailExpiringCards } from './requisites/expiringCards.ts';
import type { AccountChangeContext } from './accountSubscribers.ts';
import { MAX_TOKEN_AGE_MS } from './sessions/sessions.ts';

type CleanupContext = AccountChangeContext & Pick<ExchangeContext, 'db' | 'keys' | 'log' | 'now'>;

/** Minimum retention of a sign-up, so that its e-mail can be sent again. */
const SIGNUP_RETENTION_MS = 7 * DAY_MS;

/** Retention of an ended session, so that its browser gets the answer that the session has ended. */
const SESSION_RETENTION_MS = 7 * DAY_MS;

/** Retention of the security journal. */
const JOURNAL_RETENTION_MS = 365 * DAY_MS;

/** Tables whose rows end at `expires_at`. A confirmed app of the second factor has no expiry. */
const EXPIRING_TABLES = [
  'restore_tokens',
  'email_changes',
  'login_challenges',
  'totp_factors',
  'stop_tokens',
] as const;

/** Maximum number of sessions per run. */
const SESSION_BATCH_SIZE = 1_000;

const CLEANUP_INTERVAL_MS = 60_000;

/**
 * Deletes expired and outdated rows: sign-ups, sessions and their tokens, links, unfinished logins, deleted requisites,
 * old entries of the journal, and those of the subscribers. Returns the number of rows.
 */
export async function cleanUpAccounts(context: CleanupContext): Promise<number> {
  const { accountSubscribers, db, now } = context;
  const at = now();
  const counts = [
    await deleteOldRows(db, {
      table: 'signups',
      key: 'id',
      time: 'created_at',
      until: at - SIGNUP_RETENTION_MS,
      // Another e-mail may have extended it.
      and: { time: 'link_expires_at', until: at },
    }),
    // A token that was issued before this time is invalid: an idle session has ended.
    await deleteOldRows(db, {
      table: 'refresh_tokens',
      key: 'hash',
      time: 'issued_at',
      until: at - MAX_TOKEN_AGE_MS,
    }),
    await eraseDeletedRequisites(context),
    await deleteSessions(db, BigInt(at - SESSION_RETENTION_MS)),
    await deleteOldRows(db, { table: 'passkey_challenges', key: 'challenge', time: 'expires_at', until: at }),
    await deleteOldRows(db, {
      table: 'account_events',
      key: 'id',
      time: 'at',
      until: at - JOURNAL_RETENTION_MS,
    }),
  ];
  for (const table of EXPIRING_TABLES)
    counts.push(await deleteOldRows(db, { table, key: 'id', time: 'expires_at', until: at }));
  for (const subscriber of accountSubscribers) counts.push(await subscriber.deleteOldRows(db, at));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Deletes one batch of ended sessions with their tokens. The next run deletes the rest. */
async function deleteSessions(db: Db, endedBefore: bigint): Promise<number> {
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<=', endedBefore)
    .limit(SESSION_BATCH_SIZE)
    .execute();
  const ids = sessions.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db.deleteFrom('refresh_tokens').where('session_id', 'in', ids).execute();
  await db.deleteFrom('sessions').where('id', 'in', ids).execute();
  return ids.length;
}

/**
 * Creates the job that every minute deletes expired rows, and mails about expiring approvals of cards. A failed run is
 * logged and retried.
 */
export function createAccountCleanupJob(context: CleanupContext): BackgroundJob {
  return createBackgroundJob(
    'account_cleanup',
    CLEANUP_INTERVAL_MS,
    async () => {
      await cleanUpAccounts(context);
      await emailExpiringCards(context);
    },
    error => context.log.error({ err: error }, 'Cannot clean up accounts or mail about cards'),
  );
}
