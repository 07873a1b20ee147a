import type { Kysely } from 'kysely';
import { OPEN_STATUSES } from '../../claims/claimStatusSets.ts';
import type { DatabaseSchema } from '../../database/schema.ts';

/** What keeps an account from being deleted. */
export interface DeletionObstacle {
  /** Code of the refusal. */
  code: 'claims_open' | 'balance_left';
  isPresent: (trx: Kysely<DatabaseSchema>, userId: string) => Promise<boolean>;
}

/** All obstacles, checked when the deletion is planned and when it is due. */
export const DELETION_OBSTACLES: readonly DeletionObstacle[] = [
  { code: 'claims_open', isPresent: hasOpenClaim },
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

/** The first obstacle to the deletion of a locked user. */
export async function findDeletionObstacle(
  trx: Kysely<DatabaseSchema>,
  userId: string,
  obstacles: readonly DeletionObstacle[],
): Promise<DeletionObstacle | undefined> {
  for (const obstacle of obstacles) if (await obstacle.isPresent(trx, userId)) return obstacle;
  return undefined;
}
