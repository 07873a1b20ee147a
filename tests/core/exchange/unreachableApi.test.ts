import { describe, expect, it } from 'vitest';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import { formatPair, setupLoadedExchange, setupExchange } from '../support/exchangeSetup.ts';

const nbsp = '\u00a0';

describe('the API down', () => {
  it('keeps the amount and currencies, reports one error, and recovers', async () => {
    const { exchange, server, clock, errors } = await setupLoadedExchange();
    exchange.typeAmount('from', '1250');
    server.failure = { path: '', status: 0 };
    await clock.advance(COURSE_POLL_INTERVAL_MS + 5_000);
    expect(exchange.freshness.value).toBe('stale');
    expect(exchange.lastError.value?.code).toBe('network');
    expect([exchange.amountText.from.value, exchange.amountText.to.value]).toEqual([
      '1250',
      `100${nbsp}000,00`,
    ]);
    await clock.advance(60_000);
    expect(errors).toEqual(['network']);
    server.failure = null;
    await clock.advance(31_000);
    expect([exchange.freshness.value, exchange.lastError.value]).toEqual(['fresh', null]);
  });

  it('switches to the pair chosen while offline', async () => {
    const { exchange, server, clock } = await setupLoadedExchange();
    server.failure = { path: '', status: 0 };
    const selection = exchange.selectCurrency('to', 1);
    await clock.advance(5_000);
    await selection;
    expect([exchange.freshness.value, formatPair(exchange)]).toEqual(['stale', 'USDTTRC20→SBERRUB']);
    server.failure = null;
    await clock.advance(10_000);
    expect(formatPair(exchange)).toBe('USDTTRC20→BTC');
  });

  it('fails the first load, offers a retry and keeps retrying', async () => {
    const setup = setupExchange();
    setup.server.failure = { path: '', status: 0 };
    const exchange = setup.openExchange();
    await setup.clock.advance(5_000);
    expect(exchange.phase.value).toEqual({ phase: 'failed', code: 'network' });
    expect(setup.logs).toContain('Error while setting initial currencies');
    exchange.retry();
    expect(exchange.phase.value).toEqual({ phase: 'loading' });
    await setup.clock.advance(5_000);
    expect(exchange.phase.value.phase).toBe('failed');
    setup.server.failure = null;
    await setup.clock.advance(30_000);
    expect([exchange.phase.value.phase, formatPair(exchange)]).toEqual(['ready', 'USDTTRC20→SBERRUB']);
  });

  it('shows the last known directions, marked stale', async () => {
    const setup = await setupLoadedExchange();
    setup.exchange.dispose();
    setup.server.failure = { path: '', status: 0 };
    await setup.clock.advance(120_000);
    const exchange = setup.openExchange({ selections: { attribute: { from: 'BTC', to: 'TON' } } });
    await setup.clock.advance(5_000);
    expect([exchange.phase.value.phase, exchange.freshness.value, exchange.isQuoteExpired.value]).toEqual([
      'ready',
      'stale',
      true,
    ]);
    expect(formatPair(exchange)).toBe('USDTTRC20→SBERRUB');
    setup.server.failure = null;
    await setup.clock.advance(31_000);
    expect([formatPair(exchange), exchange.freshness.value]).toEqual(['BTC→TON', 'fresh']);
  });

  it('reports maintenance with Retry-After and does not poll earlier', async () => {
    const { exchange, server, clock } = await setupLoadedExchange();
    server.failure = {
      path: '',
      status: 503,
      body: { code: 'maintenance' },
      headers: { 'retry-after': '120' },
    };
    await clock.advance(COURSE_POLL_INTERVAL_MS + 1_000);
    expect(exchange.lastError.value).toEqual({ code: 'maintenance', after: 120 });
    const requestCount = server.requestedUrls.length;
    await clock.advance(100_000);
    expect(server.requestedUrls).toHaveLength(requestCount);
  });

  it('closes the pair with the server’s reason', async () => {
    const { exchange, server, clock, errors } = await setupLoadedExchange();
    server.closed = { code: 'rate_stale', detail: 'Свежего курса пока нет' };
    await clock.advance(COURSE_POLL_INTERVAL_MS + 1_000);
    expect(exchange.closedReason.value?.code).toBe('rate_stale');
    server.closed = null;
    server.failure = { path: 'course', status: 404, body: { code: 'pair_unknown' } };
    await clock.advance(COURSE_POLL_INTERVAL_MS + 1_000);
    expect([exchange.closedReason.value?.code, errors]).toEqual(['pair_unknown', ['pair_unknown']]);
    server.failure = null;
    await clock.advance(COURSE_POLL_INTERVAL_MS + 1_000);
    expect(exchange.closedReason.value).toBeNull();
  });
});
