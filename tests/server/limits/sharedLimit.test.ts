import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSharedLimit } from '#server/limits/sharedLimit.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';

const HOUR_MS = 3_600_000;
const CLIENT = '203.0.113.7';

forEachDatabase((startServer, dialect) => {
  // SQLite has one process, which counts in memory.
  if (dialect === 'sqlite') return;
  let first: TestServer;
  beforeEach(async () => {
    first = await startServer(relaxedLimits);
  });

  /** The limit of a process with the given clocks: the database's, and one that is never set. */
  const createLimit = (now: () => number, capacity = 1) => {
    const { runShortWrite, ...context } = first.context;
    if (!runShortWrite) throw new Error('the database has no shared limits');
    const budget = { capacity, rate: capacity, period: HOUR_MS };
    const elapsed = () => performance.now();
    return createSharedLimit('claim', budget, { ...context, now, elapsed, runShortWrite });
  };

  describe('tokens that are given back', () => {
    test('can be used at once, also by a client that was refused meanwhile', async () => {
      const limit = createLimit(first.now, 2);
      for (let count = 0; count < 2; count++) expect(await limit(CLIENT)).toBe(0);
      expect(await limit(CLIENT)).toBeGreaterThan(0);
      await limit(CLIENT, -2);
      expect(await limit(CLIENT)).toBe(0);
    });

    test('after the end of their window are lost', async () => {
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
    afterEach(() => void vi.useRealTimers());

    test('back in the database locks nobody out for longer than a window', async () => {
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
