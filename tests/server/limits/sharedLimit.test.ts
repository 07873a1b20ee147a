import { describe, expect, test, vi } from 'vitest';
import { createSharedLimit } from '#server/platform/limits/sharedLimit.ts';
import { createTokenBucket } from '#server/platform/limits/tokenBucket.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';

const HOUR_MS = 3_600_000;
const CLIENT = '203.0.113.7';

forEachDatabase((startServer, dialect) => {
  // SQLite has one process, which counts in memory.
  if (dialect === 'sqlite') return;
  const first = createBeforeEach(() => startServer(relaxedLimits));

  /** The limit of a process with the given clocks: the database's, and one that is never set. */
  const createLimit = (
    now: () => number,
    capacity = 1,
    elapsed = () => performance.now(),
    rate = capacity,
  ) => {
    const { runShortWrite, ...context } = first.context;
    if (!runShortWrite) throw new Error('the database has no shared limits');
    const budget = { capacity, rate, period: HOUR_MS };
    return createSharedLimit('claim', budget, { ...context, now, elapsed, runShortWrite });
  };

  describe('tokens', () => {
    // The third rate has an interval that is no whole number of milliseconds.
    test.each([
      { capacity: 1, rate: 1 },
      { capacity: 3, rate: 60 },
      { capacity: 7, rate: 7 },
      { capacity: 5, rate: 1_000_000 },
    ])('come back as those of a single process: $capacity, $rate per hour', async ({ capacity, rate }) => {
      let at = first.now();
      const now = () => at;
      // Two processes take turns. By this clock their own buckets are always full, so they ask the database.
      let ownTime = 0;
      const elapsed = () => (ownTime += 10 * HOUR_MS);
      const processes = Array.from({ length: 2 }, () => createLimit(now, capacity, elapsed, rate));
      const takeAlone = createTokenBucket({ capacity, rate, period: HOUR_MS }, now);
      const steps = [0, 0, 1, 0, 0.5, 1, 2, 0, 0, 0, 3, 0.25, 0, 1, 0, 0, 10, 0, 0, 0];
      for (const [index, step] of steps.entries()) {
        at += Math.round((step * HOUR_MS) / rate);
        const tokens = [1, 2, -1, 1, 9][index % 5];
        expect([index, await processes[index % 2]?.(CLIENT, tokens)]).toEqual([
          index,
          takeAlone(CLIENT, tokens),
        ]);
      }
    });

    test('are taken once, also by processes at the same moment and in the year 9999', async () => {
      const now = () => Date.UTC(9999, 11, 31);
      const processes = Array.from({ length: 6 }, () => createLimit(now, 2));
      const waits = await Promise.all(processes.map(take => take(CLIENT)));
      expect(waits.toSorted((a, b) => a - b)).toEqual([0, 0, ...Array(4).fill(HOUR_MS / 2)]);
    });
  });

  describe('tokens that are given back', () => {
    test('can be used at once, also by a client that was refused meanwhile', async () => {
      const limit = createLimit(first.now, 2);
      for (let count = 0; count < 2; count++) expect(await limit(CLIENT)).toBe(0);
      expect(await limit(CLIENT)).toBeGreaterThan(0);
      await limit(CLIENT, -2);
      expect(await limit(CLIENT)).toBe(0);
    });

    test('to a full bucket are lost', async () => {
      const limit = createLimit(first.now, 2);
      expect(await limit(CLIENT)).toBe(0);
      first.advanceClock(HOUR_MS);
      await limit(CLIENT, -1);
      expect(await limit(CLIENT)).toBe(0);
      expect(await limit(CLIENT)).toBe(0);
      expect(await limit(CLIENT)).toBeGreaterThan(0);
    });
  });

  describe('a clock that is set', () => {
    test('back in the database locks nobody out for longer than an empty bucket needs', async () => {
      let at = first.now();
      const [blocked, other] = [createLimit(() => at), createLimit(() => at)];
      expect(await blocked(CLIENT)).toBe(0);
      expect(await blocked(CLIENT)).toBeGreaterThan(0);
      at -= HOUR_MS;
      expect(await other(CLIENT)).toBe(0);
      const waitMs = [await other(CLIENT), await blocked(CLIENT)];
      for (const ms of waitMs) {
        expect(ms).toBeGreaterThan(HOUR_MS - 60_000);
        expect(ms).toBeLessThanOrEqual(HOUR_MS);
      }
    });

    test.each([-HOUR_MS, HOUR_MS])('by %i ms on one machine changes nothing', async step => {
      const began = first.now() - performance.now();
      const now = () => Math.round(began + performance.now());
      const [limit, other] = [createLimit(now), createLimit(now)];
      expect(await limit(CLIENT)).toBe(0);
      expect(await limit(CLIENT)).toBeGreaterThan(0);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step });
      for (const takeTokens of [limit, other]) {
        const ms = await takeTokens(CLIENT);
        expect(ms).toBeGreaterThan(HOUR_MS - 60_000);
        expect(ms).toBeLessThanOrEqual(HOUR_MS);
      }
    });
  });
});
