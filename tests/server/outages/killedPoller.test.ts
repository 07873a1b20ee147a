import { afterEach, expect, test } from 'vitest';
import { createPostgresSchema } from '../../support/postgresSchema.ts';
import { createServerProcess, type ServerProcess } from '../../support/serverProcess.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createBookTicker, readRecorded, startRateProvider } from '../support/rateProvider.ts';
import { createRateEnvironment } from '../support/configuredRates.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const fetchRates = async ({ origin }: ServerProcess) => (await fetch(`${origin}/rates.xml`)).text();

forEachDatabase((_, dialect) => {
  // On SQLite a data folder belongs to one server.
  if (dialect === 'sqlite') return;
  test('another process polls the prices soon after the one that did is killed', async () => {
    const schema = await createPostgresSchema();
    cleanups.push(schema.remove);
    const provider = await startRateProvider({ body: await readRecorded('binance.json') });
    cleanups.push(() => provider[Symbol.asyncDispose]());
    const env = { ...createRateEnvironment(provider.url), ...schema.env, SEED: 'start', LOG_LEVEL: 'warn' };
    const first = await createServerProcess(env);
    const second = await createServerProcess(env);
    for (const server of [first, second]) {
      cleanups.push(server.kill);
      await server.start();
    }
    const rates = await fetchRates(first);
    expect(rates).toContain('<from>BTC</from>');
    expect(await fetchRates(second)).toBe(rates);

    provider.reply = { body: createBookTicker({ BTCUSDT: '93000.7' }) };
    const requestsBefore = provider.requestedSymbols.length;
    await first.kill();
    await expect
      .poll(() => provider.requestedSymbols.length, { timeout: 30_000 })
      .toBeGreaterThan(requestsBefore);
    await expect.poll(() => fetchRates(second), { timeout: 10_000 }).not.toBe(rates);
    expect(await fetchRates(second)).toContain('<from>BTC</from>');
  });
});
