import type { Kysely } from 'kysely';
import { createBackgroundJob, type BackgroundJob } from '../backgroundJob.ts';
import type { ServerContext } from '../context.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { MAX_TOKEN_AGE_MS } from './sessions/sessions.ts';

type CleanupContext = Pick<ServerContext, 'db' | 'log' | 'now'>;

const DAY_MS = 86_400_000;

/** How long a sign-up is kept, so that its letter can be sent again. */
const SIGNUP_RETENTION_MS = 7 * DAY_MS;

/** How long an ended session is kept, so that its browser learns that it has ended. */
const SESSION_RETENTION_MS = 7 * DAY_MS;

/** How long the security journal is kept. */
const JOURNAL_RETENTION_MS = 365 * DAY_MS;

/** Maximum number of rows that one statement deletes. */
const CLEANUP_BATCH_SIZE = 1_000;

const CLEANUP_INTERVAL_MS = 60_000;

/** Deletes what is over: sign-ups, sessions and their tokens, links, old entries of the journal. Returns the number of rows. */
export async function cleanUpAccounts({ db, now }: CleanupContext): Promise<number> {
  const before = (ms: number) => BigInt(now() - ms);
  const deletions = [
    () => deleteSignups(db, before(SIGNUP_RETENTION_MS)),
    () => deleteTokens(db, before(MAX_TOKEN_AGE_MS)),
    () => deleteSessions(db, before(SESSION_RETENTION_MS)),
    () => deleteRestoreTokens(db, before(0)),
    () => deleteEvents(db, before(JOURNAL_RETENTION_MS)),
  ];
  let count = 0;
  for (const deleteBatch of deletions)
    for (let deleted = CLEANUP_BATCH_SIZE; deleted === CLEANUP_BATCH_SIZE; count += deleted)
      deleted = await deleteBatch();
  return count;
}

async function deleteSignups(db: Kysely<DatabaseSchema>, createdBefore: bigint): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('signups')
    .where('id', 'in', old =>
      old
        .selectFrom('signups')
        .select('id')
        .where('created_at', '<=', createdBefore)
        .limit(CLEANUP_BATCH_SIZE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** No token that was issued so long ago is valid: an idle session has ended. */
async function deleteTokens(db: Kysely<DatabaseSchema>, issuedBefore: bigint): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('refresh_tokens')
    .where('hash', 'in', old =>
      old
        .selectFrom('refresh_tokens')
        .select('hash')
        .where('issued_at', '<=', issuedBefore)
        .limit(CLEANUP_BATCH_SIZE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes ended sessions with their tokens. */
async function deleteSessions(db: Kysely<DatabaseSchema>, endedBefore: bigint): Promise<number> {
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<=', endedBefore)
    .limit(CLEANUP_BATCH_SIZE)
    .execute();
  const ids = sessions.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db.deleteFrom('refresh_tokens').where('session_id', 'in', ids).execute();
  await db.deleteFrom('sessions').where('id', 'in', ids).execute();
  return ids.length;
}

async function deleteRestoreTokens(db: Kysely<DatabaseSchema>, expiredBefore: bigint): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('restore_tokens')
    .where('id', 'in', expired =>
      expired
        .selectFrom('restore_tokens')
        .select('id')
        .where('expires_at', '<=', expiredBefore)
        .limit(CLEANUP_BATCH_SIZE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function deleteEvents(db: Kysely<DatabaseSchema>, writtenBefore: bigint): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('account_events')
    .where('id', 'in', old =>
      old
        .selectFrom('account_events')
        .select('id')
        .where('at', '<=', writtenBefore)
        .limit(CLEANUP_BATCH_SIZE),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Creates the job that deletes what is over every minute. A failed run is logged and retried. */
export function createAccountCleanupJob(context: CleanupContext): BackgroundJob {
  return createBackgroundJob(
    'account_cleanup',
    CLEANUP_INTERVAL_MS,
    () => cleanUpAccounts(context),
    error => context.log.error({ err: error }, 'Cannot clean up accounts'),
  );
}
