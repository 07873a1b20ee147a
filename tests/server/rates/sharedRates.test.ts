import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import { runOperatorCommand } from '#server/runOperatorCommand.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createOperatorEnvironment, startServerToday } from '../support/operatorCommand.ts';
import { createBookTicker, readRecorded, startRateProvider } from '../support/rateProvider.ts';
import { createRateEnvironment, startRateProcess, type RateProcess } from '../support/configuredRates.ts';

/** A process polls within the duration of the lease and one attempt: 8 s, on a slow machine. */
const TAKEOVER = { timeout: 20_000, interval: 100 };

/** The price of BTC in dollars, or the reason why there is none. */
function getBtcPrice({ context }: Pick<RateProcess, 'context'>): string {
  const course = context.rates.getSourceCourse('BTC', 'USDT');
  return course.ok ? courseToDecimal(course.rate) : course.code;
}

forEachDatabase(startServer => {
  let env: Record<string, string>;
  const replyWith = (price: string) => void (provider.reply = { body: createBookTicker({ BTCUSDT: price }) });

  const testServer = createBeforeEach(() => startServer());
  const provider = createBeforeEach(async () =>
    startRateProvider({ body: await readRecorded('binance.json') }),
  );
  beforeEach(() => {
    env = createRateEnvironment(provider.url);
  });
  afterEach(() => provider[Symbol.asyncDispose]());

  /** Lets all leases expire, as if their duration had passed. */
  const expireLeases = () => testServer.context.db.updateTable('leases').set({ expires_at: 1n }).execute();
  const countRequests = () => provider.requestedSymbols.length;

  describe('processes on one database', () => {
    test('have the same courses and rates.xml, and one of them requests the prices', async () => {
      await using bank = await startRateProvider({ body: await readRecorded('cbr.xml') });
      env = createRateEnvironment(provider.url, bank.url);
      const processes = [await startRateProcess(testServer, env)];
      // A process that polls would read other prices.
      replyWith('93000.7');
      processes.push(await startRateProcess(testServer, env), await startRateProcess(testServer, env));
      const files = await Promise.all(processes.map(async one => (await one.get('/rates.xml')).text()));
      expect(files[0]).toContain('<from>BTC</from>');
      expect(files).toEqual([files[0], files[0], files[0]]);
      for (const [from, to] of [
        ['BTC', 'USDT'],
        ['TON', 'RUB'],
        ['RUB', 'ETH'],
      ] as const) {
        const courses = processes.map(({ context }) => context.rates.getSourceCourse(from, to));
        expect(courses[0]).toMatchObject({ ok: true });
        expect(courses).toEqual([courses[0], courses[0], courses[0]]);
      }
      expect([countRequests(), bank.requestedSymbols.length]).toEqual([1, 1]);
    });

    test('have a new price within about a second', async () => {
      const processes = [await startRateProcess(testServer, env), await startRateProcess(testServer, env)];
      await testServer.context.db
        .updateTable('rates')
        .set({ bid: '1234567/13', ask: '1234568/13' })
        .where('ticker', '=', 'BTC')
        .execute();
      for (const one of processes)
        await expect.poll(() => getBtcPrice(one), { timeout: 5_000 }).toBe('94966.6923');
      expect(countRequests()).toBe(1);
    });

    test('continue to poll when the one that polled stops', async () => {
      const first = await startRateProcess(testServer, env);
      const second = await startRateProcess(testServer, env);
      replyWith('93000.7');
      await first.close();
      await expect.poll(() => getBtcPrice(second), TAKEOVER).toBe('93000.7');
      expect(countRequests()).toBe(2);
      expect(second.log()).not.toContain('"level":"error"');
    });

    test('continue to poll when the one that polled loses its database, whose prices then expire', async () => {
      const first = await startRateProcess(testServer, env);
      const second = await startRateProcess(testServer, env);
      replyWith('93000.7');
      await first.context.db.destroy();
      await expireLeases();
      await expect.poll(() => getBtcPrice(second), TAKEOVER).toBe('93000.7');
      await expect.poll(first.log, TAKEOVER).toContain('the stored rates cannot be read');
      expect(getBtcPrice(first)).toBe('92134.55');
      testServer.advanceClock(120_001);
      expect(getBtcPrice(first)).toBe('rate_stale');
      expect(first.log()).toContain('a price is too old');
    });
  });

  describe('a process that starts', () => {
    test('uses the stored prices at once while the source does not answer', async () => {
      await (await startRateProcess(testServer, env)).close();
      provider.reply = 'silence';
      const began = performance.now();
      const second = await startRateProcess(testServer, env);
      // Without prices it would wait for three seconds.
      expect(performance.now() - began).toBeLessThan(3_000);
      expect(getBtcPrice(second)).toBe('92134.55');
      await expect.poll(countRequests).toBe(2);
    });

    test('keeps a pair closed whose price jumps, until the next reading confirms it', async () => {
      const first = await startRateProcess(testServer, env);
      replyWith('150000');
      await first.close();
      const second = await startRateProcess(testServer, env);
      await expect.poll(() => getBtcPrice(second)).toBe('rate_jump');
      expect(second.log()).toContain('a price jumped');
      // The second process has the lease, so the third one reads no price of its own.
      const third = await startRateProcess(testServer, env);
      expect(getBtcPrice(third)).toBe('rate_jump');
      expect(await (await third.get('/rates.xml')).text()).not.toContain('<from>BTC</from>');
      expect(countRequests()).toBe(2);
      testServer.advanceClock(1);
      for (const one of [second, third]) await expect.poll(() => getBtcPrice(one), TAKEOVER).toBe('150000');
      expect(second.log()).toContain('a price is confirmed');
      // Only the process that polls logs what it reads.
      expect(third.log()).not.toContain('"source"');
    });

    test('ignores stored prices that are too old', async () => {
      await (await startRateProcess(testServer, env)).close();
      testServer.advanceClock(120_001);
      provider.reply = { status: 500, body: '' };
      const second = await startRateProcess(testServer, env);
      expect(getBtcPrice(second)).toBe('rate_stale');
      expect(second.log()).toContain('rates cannot be read');
    });

    test('ignores and logs invalid rows', async () => {
      await (await startRateProcess(testServer, env)).close();
      const { db } = testServer.context;
      await db.updateTable('rates').set({ bid: '1/0' }).where('ticker', '=', 'ETH').execute();
      await db.updateTable('rates').set({ unconfirmed_at: 1n }).where('ticker', '=', 'TON').execute();
      provider.reply = 'silence';
      const second = await startRateProcess(testServer, env);
      const { rates } = second.context;
      expect(['BTC', 'ETH', 'TON'].map(rates.getRateProblem)).toEqual([null, 'rate_stale', 'rate_stale']);
      expect(second.log()).toContain('"rows":["binance:ETH","binance:TON"]');
      expect(second.log().match(/invalid rates are ignored/g)).toHaveLength(1);
    });
  });

  test('an operator’s command uses the stored prices and requests none', async () => {
    const today = await startServerToday(startServer);
    await (await startRateProcess(today, env)).close();
    expect(countRequests()).toBe(1);
    replyWith('93000.7');
    const { ok, text } = await runOperatorCommand(['pair', 'BTC-USDTTRC20'], {
      ...createOperatorEnvironment(today),
      ...env,
    });
    expect([ok, text]).toEqual([true, expect.stringMatching(/^market +92134\.55$/m)]);
    expect(countRequests()).toBe(1);
    expect(await today.context.db.selectFrom('leases').selectAll().execute()).toEqual([]);
  });
});
