import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

const ENDED = `select count(*) from claims where claims.promocode = promocodes.code
  and claims.status in ('refunded', 'rejected', 'expired', 'cancelled')`;

/** Returns the uses of promocodes by claims that ended without an exchange. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `update promocodes set used = case when used > (${ENDED}) then used - (${ENDED}) else 0 end`,
  ]);
}
