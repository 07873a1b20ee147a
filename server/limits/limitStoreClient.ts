import type { Database } from '../database/database.ts';

/** `runShortWrite` of a PostgreSQL. */
export type RunShortWrite = NonNullable<Database['runShortWrite']>;

/**
 * The statement by which the library counts. `values`: the key, the points, the end of a new window and the present
 * time, both in milliseconds since 1970 UTC by this process's clock. Other statements of the library are not used.
 */
interface CountStatement {
  text: string;
  values: readonly [key: string, points: number, expire: number, at: number];
}

/** The row of a key. `expire` is the end of its window. */
interface CountedRow {
  points: bigint;
  expire: bigint;
}

/**
 * Creates the library's connection to PostgreSQL. The library uses this process's clock. The table uses `now`, the
 * exchange's clock, which all processes share and which does not follow a short step.
 */
export function createLimitStoreClient(runShortWrite: RunShortWrite, now: () => number) {
  return {
    async query({ text, values: [key, points, expire, at] }: CountStatement) {
      const sentAt = now();
      const rows = await runShortWrite<CountedRow>(text, [
        key,
        points,
        Math.round(expire - at + sentAt),
        sentAt,
      ]);
      const difference = Date.now() - now();
      return {
        rows: rows.map(row => ({ points: Number(row.points), expire: Number(row.expire) + difference })),
      };
    },
  };
}
