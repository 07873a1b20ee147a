import { expect, test } from 'vitest';
import { deleteEndedLimits } from '#server/limits/limitCleanup.ts';
import { forEachDatabase } from '../../support/testServer.ts';

forEachDatabase(startServer => {
  test('deletes all windows that have ended, and no other', async () => {
    const { context, advanceClock, now } = await startServer();
    const createRow = (key: string, expire: number) => ({ key, points: 1n, expire: BigInt(expire) });
    const open = Array.from({ length: 5 }, (_, n) => createRow(`action:${n}`, now() + 1_001));
    // More than one statement deletes.
    const ended = Array.from({ length: 2_500 }, (_, n) => createRow(`claim:${n}`, now() + 1_000));
    const rows = [...open, ...ended];
    for (let n = 0; n < rows.length; n += 500)
      await context.db
        .insertInto('rate_limits')
        .values(rows.slice(n, n + 500))
        .execute();
    expect(await deleteEndedLimits(context)).toBe(0);
    advanceClock(1_000);
    expect(await deleteEndedLimits(context)).toBe(2_500);
    expect(await context.db.selectFrom('rate_limits').selectAll().orderBy('key').execute()).toEqual(open);
  });
});
