import { Hono } from 'hono';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import { registerErrorHandlers } from '#server/platform/http/errorHandlers.ts';
import { identifyClient } from '#server/platform/http/request/identifyClient.ts';
import { parseSubnets, resolveClientAddress, toNetworkKey } from '#server/platform/http/request/ipAddress.ts';
import { parseConfig } from '#server/platform/config/config.ts';
import { createBudget } from '#server/platform/limits/budgets.ts';
import { limitRequests } from '#server/platform/limits/limitRequests.ts';
import { createTokenBucket } from '#server/platform/limits/tokenBucket.ts';

const MINUTE_MS = 60_000;

/** An app that answers refusals. */
function createLimitedApp(): Hono {
  const app = new Hono();
  registerErrorHandlers(app, pino({ enabled: false }));
  return app;
}

/** A token bucket with a manual clock. `countAllowed` returns how many of `n` calls in a row are allowed. */
function createClockedBucket(budget: Parameters<typeof createTokenBucket>[0]) {
  let at = 1_700_000_000_000;
  const take = createTokenBucket(budget, () => at);
  return {
    take,
    advanceClock: (milliseconds: number) => void (at += milliseconds),
    countAllowed: (n: number, key = 'a') =>
      Array.from({ length: n }, () => take(key)).filter(wait => wait === 0).length,
  };
}

describe('the defaults', () => {
  test('calculator: one minute’s calls and the burst at once, then one per second', () => {
    const { take, advanceClock, countAllowed } = createClockedBucket(
      createBudget('calculator', parseConfig({}).limits),
    );
    expect(countAllowed(100)).toBe(80);
    expect(take('a')).toBe(1000);
    advanceClock(999);
    expect(take('a')).toBe(1);
    advanceClock(1);
    expect(countAllowed(5)).toBe(1);
    advanceClock(10_000);
    expect(countAllowed(50)).toBe(10);
    advanceClock(60 * MINUTE_MS);
    expect(countAllowed(100)).toBe(80);
  });

  test('reads: 4000 at once, then 50 per second', () => {
    const { advanceClock, countAllowed } = createClockedBucket(createBudget('read', parseConfig({}).limits));
    expect(countAllowed(5000)).toBe(4000);
    advanceClock(1000);
    expect(countAllowed(100)).toBe(50);
  });

  test('reads: 500 open forms behind one address take at most two thirds', () => {
    const { rate, period } = createBudget('read', parseConfig({}).limits);
    expect((500 * period) / COURSE_POLL_INTERVAL_MS).toBeLessThanOrEqual((rate * 2) / 3);
  });

  test('claims: ten at once, then one every six minutes', () => {
    const { take, advanceClock, countAllowed } = createClockedBucket(
      createBudget('claim', parseConfig({}).limits),
    );
    expect(countAllowed(20)).toBe(10);
    expect(take('a')).toBe(6 * MINUTE_MS);
    advanceClock(6 * MINUTE_MS);
    expect(countAllowed(5)).toBe(1);
    advanceClock(60 * MINUTE_MS);
    expect(countAllowed(20)).toBe(10);
  });
});

test('applies configured limits', () => {
  const limits = parseConfig({
    LIMIT_CALCULATOR_PER_MINUTE: '120',
    LIMIT_CALCULATOR_BURST: '5',
    LIMIT_READS_PER_MINUTE: '600',
    LIMIT_READS_BURST: '8',
    LIMIT_CLAIMS_PER_HOUR: '2',
  }).limits;
  expect(createClockedBucket(createBudget('read', limits)).countAllowed(1000)).toBe(608);
  expect(createClockedBucket(createBudget('calculator', limits)).countAllowed(200)).toBe(125);
  expect(createClockedBucket(createBudget('claim', limits)).countAllowed(200)).toBe(2);
});

test('clients have separate limits, and a refused call costs nothing', () => {
  const { take, advanceClock, countAllowed } = createClockedBucket({
    capacity: 3,
    rate: 3,
    period: MINUTE_MS,
  });
  expect(countAllowed(50, 'a')).toBe(3);
  expect(countAllowed(50, 'b')).toBe(3);
  advanceClock(MINUTE_MS / 3);
  expect(take('a')).toBe(0);
  expect(take('a')).toBe(MINUTE_MS / 3);
});

test('a request may cost several tokens, at most the whole bucket', () => {
  const { take, advanceClock } = createClockedBucket({ capacity: 10, rate: 60, period: MINUTE_MS });
  expect(take('a', 8)).toBe(0);
  expect(take('a', 5)).toBe(3000);
  expect(take('a', 2)).toBe(0);
  advanceClock(9999);
  expect(take('a', 50)).toBe(1);
  advanceClock(1);
  expect(take('a', 50)).toBe(0);
  expect(take('a')).toBe(1000);
});

test.each([7, 11, 13, 999])('%i tokens can be taken at once, and come back within the period', rate => {
  const { take, advanceClock, countAllowed } = createClockedBucket({
    capacity: rate,
    rate,
    period: MINUTE_MS,
  });
  take('a', -rate);
  expect(countAllowed(2 * rate)).toBe(rate);
  advanceClock(MINUTE_MS);
  expect(countAllowed(2 * rate)).toBe(rate);
});

test('forgets inactive clients', () => {
  const { advanceClock, countAllowed } = createClockedBucket({ capacity: 1, rate: 1, period: MINUTE_MS });
  for (let n = 0; n < 1000; n++) countAllowed(1, `old${n}`);
  advanceClock(2 * MINUTE_MS);
  expect(countAllowed(2, 'now')).toBe(1);
  expect(countAllowed(2, 'now')).toBe(0);
  expect(countAllowed(2, 'old1')).toBe(1);
});

describe('the client’s address', () => {
  const trusted = parseSubnets(['loopback', '10.0.0.0/8', '2001:db8:1::/48']);
  test.each([
    ['without a header: the peer', '203.0.113.7', undefined, '203.0.113.7'],
    ['a header from an untrusted peer is ignored', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['a header from a trusted proxy is used', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['also from an IPv4-mapped peer', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['an entry of the client is ignored', '127.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['a chain of trusted proxies', '::1', '198.51.100.1, 10.1.2.3, 2001:db8:1::5', '198.51.100.1'],
    ['only proxies: the farthest one', '127.0.0.1', '10.1.1.1, 10.1.2.3', '10.1.1.1'],
    ['an invalid entry ends the search', '127.0.0.1', '198.51.100.1, unknown, 10.1.2.3', '10.1.2.3'],
    ['an empty header', '127.0.0.1', '', '127.0.0.1'],
    ['with a port', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['a zone of IPv6', '2001:db8:1::5%eth0', 'fe80::1%eth0', 'fe80::1%eth0'],
    ['a trusted zone', '127.0.0.1', '198.51.100.1, 2001:db8:1::5%eth0', '198.51.100.1'],
    ['a mapped address in the header', '127.0.0.1', '198.51.100.1, ::ffff:10.1.2.3', '198.51.100.1'],
    ['IPv6 with a port', '127.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
  ])('%s', (_, peer, header, expected) => {
    expect(resolveClientAddress(peer, header, trusted)).toBe(expected);
  });

  test('a subnet of all IPv6 addresses trusts no IPv4 proxy', () => {
    expect(resolveClientAddress('203.0.113.7', '198.51.100.1', parseSubnets(['::/0']))).toBe('203.0.113.7');
  });

  test('trusts no proxy by default', () => {
    expect(resolveClientAddress('127.0.0.1', '198.51.100.1', parseConfig({}).trustProxy)).toBe('127.0.0.1');
  });

  test.each([
    ['198.51.100.1', '198.51.100.1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:DB8::7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ])('%s is counted as %s', (address, expected) => {
    expect(toNetworkKey(address)).toBe(expected);
  });
});

test('beyond the limit returns 429 with Retry-After; addresses in one /64 share the limit', async () => {
  const config = parseConfig({ TRUST_PROXY: 'loopback' });
  const take = createTokenBucket({ capacity: 2, rate: 2, period: MINUTE_MS }, () => 0);
  const app = createLimitedApp()
    .use(identifyClient(config), limitRequests(take))
    .get('/', c => c.text('ok'));
  const sendFrom = (address: string) => app.request('/', { headers: { 'x-forwarded-for': address } });
  expect((await sendFrom('2001:db8::1')).status).toBe(200);
  expect((await sendFrom('2001:db8::2')).status).toBe(200);
  const refused = await sendFrom('2001:db8::3');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(await refused.json()).toEqual({ code: 'too_many_requests', detail: expect.stringMatching(/[а-я]/) });
  expect((await sendFrom('2001:db8:0:1::1')).status).toBe(200);
});

test('only the first matching limit counts a request', async () => {
  const createBucket = (capacity: number) =>
    createTokenBucket({ capacity, rate: capacity, period: MINUTE_MS }, () => 0);
  const app = createLimitedApp()
    .use(identifyClient(parseConfig({})))
    .use(limitRequests(createBucket(1), { query: ['code', 'voucher'] }))
    .use(limitRequests(createBucket(6), { query: ['page'], tokens: 2 }))
    .get('/', c => c.text('ok'));
  const send = async (query: string) => (await app.request(`/${query}`)).status;
  expect([await send('?code=1&page=1'), await send('?voucher='), await send('?page=1&code=2')]).toEqual([
    200, 429, 429,
  ]);
  expect([await send('?page=1'), await send('?page=2'), await send('?page=3')]).toEqual([200, 200, 200]);
  expect([await send('?page=4'), await send('')]).toEqual([429, 200]);
});
