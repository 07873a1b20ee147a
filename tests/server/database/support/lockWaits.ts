import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/platform/database/schema.ts';

/** Waits until `count` statements like `pattern`, of SQL’s `like`, wait for a lock. PostgreSQL only. */
export async function waitForLockWait(db: Db, pattern: string, count = 1): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${pattern}`.execute(
        db,
      );
      return rows.length;
    })
    .toBeGreaterThanOrEqual(count);
}
