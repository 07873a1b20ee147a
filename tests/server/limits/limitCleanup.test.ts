import { expect, test } from 'vitest';
import { deleteFullBuckets } from '#server/platform/limits/limitCleanup.ts';
import { forEachDatabase } from '../../support/testServer.ts';

forEachDatabase(startServer => {
  test('deletes all buckets that are full, and no other', async () => {
    const { context, advanceClock, now } = await startServer();
    const createRow = (key: string, time: number) => ({ key, wait: 0n, expire: BigInt(time) * 1_000n });
    const open = Array.from({ length: 5 }, (_, n) => createRow(`action:${n}`, now() + 1_001));
    // More than one statement deletes.
    const full = Array.from({ length: 2_500 }, (_, n) => createRow(`claim:${n}`, now() + 1_000));
    const rows = [...open, ...full];
    for (let n = 0; n < rows.length; n += 500)
      await context.db
        .insertInto('rate_limits')
        .values(rows.slice(n, n + 500))
        .execute();
    expect(await deleteFullBuckets(context)).toBe(0);
    advanceClock(1_000);
    expect(await deleteFullBuckets(context)).toBe(2_500);
    expect(await context.db.selectFrom('rate_limits').selectAll().orderBy('key').execute()).toEqual(open);
  });
});
