import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CourseFraction } from '#core/exchange/course.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createPolledSource } from '#server/exchange/courses/prices/polledSource.ts';
import type { PriceFeed } from '#server/exchange/courses/prices/pricePoller.ts';
import type { PriceReading } from '#server/exchange/courses/prices/priceSource.ts';
import { createRateCopy } from '#server/exchange/courses/prices/rateCopy.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createRecordingLog } from '../support/rateProvider.ts';

const dollars = (numerator: bigint, denominator = 1n): CourseFraction => ({ numerator, denominator });
const btc = (price: CourseFraction, at: number): PriceReading => ({
  ticker: 'BTC',
  bid: price,
  ask: price,
  at,
});

forEachDatabase((startServer, dialect) => {
  let database: Pick<Database, 'db' | 'dialect'>;

  const testServer = createBeforeEach(() => startServer());
  beforeEach(() => {
    database = { db: testServer.context.db, dialect };
  });

  /** The source of one process. `refresh` polls a feed whose readings the test sets, if the process has the lease. */
  function createProcess() {
    const { log, lines } = createRecordingLog();
    const recorded = { readings: (): PriceReading[] | Promise<PriceReading[]> => [], reads: 0 };
    const feed: PriceFeed = {
      name: 'binance',
      tickers: ['BTC'],
      intervalMs: 10_000,
      retryIntervalMs: 5_000,
      maxAgeMs: 120_000,
      async fetchReadings() {
        recorded.reads++;
        return recorded.readings();
      },
    };
    const rateCopy = createRateCopy(database.db, log);
    const now = testServer.now;
    const source = createPolledSource(feed, { database, rateCopy, isPoller: true, now, log });
    return Object.assign(recorded, {
      lines,
      reload: rateCopy.refresh,
      getPrice: () => source.price('BTC', now()),
      async pollAt(price: CourseFraction) {
        testServer.advanceClock(1);
        const at = now();
        recorded.readings = () => [btc(price, at)];
        await source.refresh();
        return source.price('BTC', now());
      },
      refresh: source.refresh,
    });
  }

  /** Lets all leases expire, as if their duration had passed. */
  const expireLeases = () => database.db.updateTable('leases').set({ expires_at: 1n }).execute();

  describe('stored prices', () => {
    test('are exact', async () => {
      const [first, second] = [createProcess(), createProcess()];
      const bid = dollars(10n ** 120n + 7n, 3n ** 200n);
      const ask = dollars(10n ** 120n + 8n, 3n ** 200n);
      first.readings = () => [{ ticker: 'BTC', bid, ask, at: testServer.now() - 1_234 }];
      await first.refresh();
      await second.reload();
      expect(second.getPrice()).toEqual({ ok: true, bid, ask, at: testServer.now() - 1_234 });
    });

    test('of a jump are exact, and known to the process that polls next', async () => {
      const [first, second] = [createProcess(), createProcess()];
      await first.pollAt(dollars(100n));
      expect(await first.pollAt(dollars(3_000_001n, 10_000n))).toEqual({ ok: false, code: 'rate_jump' });
      await expireLeases();
      expect(await second.pollAt(dollars(301n))).toMatchObject({ ok: true, bid: dollars(301n) });
      expect(second.lines).toEqual(['info: a price is confirmed']);
      await first.reload();
      expect(first.getPrice()).toEqual(second.getPrice());
    });

    test('of a ticker that a feed repeats are the last ones', async () => {
      const first = createProcess();
      const at = testServer.now();
      first.readings = () => [btc(dollars(100n), at), btc(dollars(101n), at)];
      await first.refresh();
      expect(first.getPrice()).toMatchObject({ bid: dollars(101n) });
    });

    test('are requested by the process with the lease only', async () => {
      const [first, second] = [createProcess(), createProcess()];
      await first.pollAt(dollars(100n));
      await second.pollAt(dollars(200n));
      expect([first.reads, second.reads]).toEqual([1, 0]);
    });

    test('are not overwritten by a process that was paused while it polled', async () => {
      const [paused, next] = [createProcess(), createProcess()];
      await paused.pollAt(dollars(100n));
      const { promise: resumed, resolve: resume } = Promise.withResolvers<PriceReading[]>();
      const late = btc(dollars(101n), testServer.now());
      paused.readings = () => resumed;
      const polling = paused.refresh();
      await expect.poll(() => paused.reads).toBe(2);
      await expireLeases();
      await next.pollAt(dollars(103n));
      resume([late]);
      await polling;
      expect(paused.getPrice()).toMatchObject({ ok: true, bid: dollars(103n) });
      await next.reload();
      expect(next.getPrice()).toMatchObject({ ok: true, bid: dollars(103n) });
      expect([paused.lines, next.lines]).toEqual([[], []]);
    });

    test('stay in use while the database is lost, and new ones are stored afterwards', async () => {
      const first = createProcess();
      await first.pollAt(dollars(100n));
      await sql`alter table rates rename to lost_rates`.execute(database.db);
      for (let turn = 0; turn < 2; turn++)
        expect(await first.pollAt(dollars(101n))).toMatchObject({ ok: true, bid: dollars(100n) });
      await sql`alter table lost_rates rename to rates`.execute(database.db);
      expect(await first.pollAt(dollars(102n))).toMatchObject({ ok: true, bid: dollars(102n) });
      expect(first.lines).toEqual([
        'error: rates cannot be stored',
        'error: the stored rates cannot be read: using the previous ones',
        'info: rates can be stored again',
      ]);
    });
  });
});
