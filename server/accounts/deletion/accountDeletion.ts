import type { PlannedDeletion } from '#core/contract/account/accountChanges.ts';
import { OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import type { AccountChangeContext, DeletionObstacle } from '../accountSubscribers.ts';
import type { AccountDevice } from '../accountClient.ts';
import { reportAccountChange } from '../accountJournal.ts';
import type { Account } from '../sessions/authenticate.ts';
import { lockOwner, lockUser } from '../sessions/login.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { enqueueAccountEmail } from '../accountEmail.ts';
import { eraseUser } from './userData.ts';

/** Lists all obstacles, checked when the deletion is planned and when it is due. */
export const listDeletionObstacles = ({ accountSubscribers }: AccountChangeContext): DeletionObstacle[] => [
  { code: 'claims_open', isPresent: hasOpenClaim },
  ...accountSubscribers.flatMap(({ deletionObstacles }) => deletionObstacles),
];

async function hasOpenClaim(trx: Db, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('claims')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', OPEN_STATUSES)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the first obstacle to the deletion of a locked user. */
export async function findDeletionObstacle(
  trx: Db,
  userId: string,
  obstacles: readonly DeletionObstacle[],
): Promise<DeletionObstacle | undefined> {
  for (const obstacle of obstacles) if (await obstacle.isPresent(trx, userId)) return obstacle;
  return undefined;
}

/** Time between the request and the deletion, milliseconds. */
const DELETION_DELAY_MS = 7 * 86_400_000;

/**
 * Plans the deletion of an account in 7 days, and ends all sessions; a login cancels it. 409 with an obstacle's code.
 */
export function planDeletion(
  context: AccountChangeContext & Pick<ExchangeContext, 'db' | 'now'>,
  { user: { id: userId } }: Account,
  device: AccountDevice,
  obstacles = listDeletionObstacles(context),
): Promise<PlannedDeletion> {
  const { db, now } = context;
  return runInTransaction(db, async trx => {
    const user = await lockOwner(trx, userId);
    const obstacle = await findDeletionObstacle(trx, userId, obstacles);
    if (obstacle) throw createProblem(409, obstacle.code);
    const at = BigInt(now());
    const dueAt = at + BigInt(DELETION_DELAY_MS);
    await trx.updateTable('users').set({ deletion_due_at: dueAt }).where('id', '=', userId).execute();
    await revokeSessions(trx, { userId, at });
    const message = { kind: 'deletion_planned', dueAt: Number(dueAt), ...device } as const;
    await reportAccountChange(trx, user, message, at);
    return { dueAt: formatInstant(dueAt) };
  });
}

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
  trx: Db,
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
