import type { Kysely } from 'kysely';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { enqueueAccountEmail } from '../accountEmail.ts';
import { lockUser } from '../sessions/login.ts';
import type { AccountChangeContext, DeletionObstacle } from '../accountSubscribers.ts';
import { findDeletionObstacle, listDeletionObstacles } from './deletionObstacles.ts';
import { eraseUser } from './userData.ts';

type DeletionContext = AccountChangeContext & Pick<ExchangeContext, 'db' | 'log' | 'now'>;

const DELETION_INTERVAL_MS = 60_000;

/** Maximum number of accounts per run; the next run deletes the others. */
const DELETION_BATCH_SIZE = 100;

/** Delay of a due deletion while an obstacle that appeared after the planning exists, milliseconds. */
const OBSTACLE_DELAY_MS = 86_400_000;

/** Deletes the accounts whose planned deletion is due, each in a transaction. Returns their number. */
export async function deleteDueAccounts(
  context: DeletionContext,
  obstacles = listDeletionObstacles(context),
): Promise<number> {
  const { db, log, now } = context;
  const due = await db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', BigInt(now()))
    .where('blocked_at', 'is', null)
    .orderBy('deletion_due_at')
    .limit(DELETION_BATCH_SIZE)
    .execute();
  let count = 0;
  for (const { id } of due)
    try {
      const at = BigInt(now());
      if (await runInTransaction(db, trx => deleteAccount(context, trx, { id, at, obstacles }))) count++;
    } catch (error) {
      // The other accounts are still deleted; the next run tries this one again.
      log.error({ err: error, user: id }, 'Cannot delete an account');
    }
  return count;
}

/** Deletes an account and notifies its owner. Returns false if a login has cancelled it, or an obstacle delays it. */
async function deleteAccount(
  context: AccountChangeContext,
  trx: Kysely<DatabaseSchema>,
  { id, at, obstacles }: { id: string; at: bigint; obstacles: readonly DeletionObstacle[] },
): Promise<boolean> {
  const user = await lockUser(trx, id);
  if (!user || user.deletion_due_at === null || user.deletion_due_at > at) return false;
  // Kept until the operator decides: a deleted account cannot be paid or held to account, and its e-mail is free again.
  if (user.blocked_at !== null) return false;
  if (await findDeletionObstacle(trx, id, obstacles)) {
    await trx
      .updateTable('users')
      .set({ deletion_due_at: at + BigInt(OBSTACLE_DELAY_MS) })
      .where('id', '=', id)
      .execute();
    return false;
  }
  await eraseUser(context, trx, user);
  await enqueueAccountEmail(trx, { recipient: user.email, message: { kind: 'account_deleted' }, at });
  return true;
}

/** Creates the job that deletes due accounts every minute. A failed run is logged and retried. */
export function createAccountDeletionJob(context: DeletionContext): BackgroundJob {
  return createBackgroundJob(
    'account_deletion',
    DELETION_INTERVAL_MS,
    () => deleteDueAccounts(context),
    error => context.log.error({ err: error }, 'Cannot delete accounts'),
  );
}
