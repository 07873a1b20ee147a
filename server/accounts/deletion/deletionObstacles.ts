import type { Kysely } from 'kysely';
import { OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import type { AccountChangeContext, DeletionObstacle } from '../accountSubscribers.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';

/** Lists all obstacles, checked when the deletion is planned and when it is due. */
export const listDeletionObstacles = ({ accountSubscribers }: AccountChangeContext): DeletionObstacle[] => [
  { code: 'claims_open', isPresent: hasOpenClaim },
  ...accountSubscribers.flatMap(({ deletionObstacles }) => deletionObstacles),
];

async function hasOpenClaim(trx: Kysely<DatabaseSchema>, userId: string): Promise<boolean> {
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
  trx: Kysely<DatabaseSchema>,
  userId: string,
  obstacles: readonly DeletionObstacle[],
): Promise<DeletionObstacle | undefined> {
  for (const obstacle of obstacles) if (await obstacle.isPresent(trx, userId)) return obstacle;
  return undefined;
}
