import type { PlannedDeletion } from '#core/contract/account/accountChanges.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import type { AccountDevice } from '../accountClient.ts';
import { reportAccountChange } from '../accountJournal.ts';
import type { AccountChangeContext } from '../accountSubscribers.ts';
import type { Account } from '../sessions/authenticate.ts';
import { lockOwner } from '../sessions/login.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { findDeletionObstacle, listDeletionObstacles } from './deletionObstacles.ts';

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
