import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createBlockList, resolveClientAddress, toNetworkKey, parseSubnets } from '#server/http/ipAddress.ts';
import { parseConfig } from '#server/config.ts';
import { createTokenBucket, createBudget, identifyClient, limitRequests } from '#server/http/rateLimits.ts';

const MINUTE_MS = 60_000;

/** A bucket with a clock of its own; answers how many of `n` takes in a row were let through. */
function createClockedBucket(budget: Parameters<typeof createTokenBucket>[0]) {
  let at = 1_700_000_000_000;
  const take = createTokenBucket(budget, () => at);
  return {
    take,
    pass: (milliseconds: number) => void (at += milliseconds),
    passed: (n: number, key = 'a') =>
      Array.from({ length: n }, () => take(key)).filter(wait => wait === 0).length,
  };
}

describe('the defaults', () => {
  test('calculator: a minute’s worth and the burst at once, then one a second', () => {
    const { take, pass, passed } = createClockedBucket(createBudget('calculator', parseConfig({}).limits));
    expect(passed(100)).toBe(80);
    expect(take('a')).toBe(1000);
    pass(999);
    expect(take('a')).toBe(1);
    pass(1);
    expect(passed(5)).toBe(1);
    pass(10_000);
    expect(passed(50)).toBe(10);
    pass(60 * MINUTE_MS);
    expect(passed(100)).toBe(80);
  });

  test('claims: ten, then one every six minutes', () => {
    const { take, pass, passed } = createClockedBucket(createBudget('claim', parseConfig({}).limits));
    expect(passed(20)).toBe(10);
    expect(take('a')).toBe(6 * MINUTE_MS);
    pass(6 * MINUTE_MS);
    expect(passed(5)).toBe(1);
    pass(60 * MINUTE_MS);
    expect(passed(20)).toBe(10);
  });
});

test('applies configured limits', () => {
  const limits = parseConfig({
    LIMIT_CALCULATOR_PER_MINUTE: '120',
    LIMIT_CALCULATOR_BURST: '5',
    LIMIT_CLAIMS_PER_HOUR: '2',
  }).limits;
  expect(createClockedBucket(createBudget('calculator', limits)).passed(200)).toBe(125);
  expect(createClockedBucket(createBudget('claim', limits)).passed(200)).toBe(2);
});

test('one client’s calls cost no other client anything, and a refused call costs nothing', () => {
  const { take, pass, passed } = createClockedBucket({ capacity: 3, rate: 3, period: MINUTE_MS });
  expect(passed(50, 'a')).toBe(3);
  expect(passed(50, 'b')).toBe(3);
  pass(MINUTE_MS / 3);
  expect(take('a')).toBe(0);
  expect(take('a')).toBe(MINUTE_MS / 3);
});

test('forgets inactive clients', () => {
  const { pass, passed } = createClockedBucket({ capacity: 1, rate: 1, period: MINUTE_MS });
  for (let n = 0; n < 1000; n++) passed(1, `old${n}`);
  pass(2 * MINUTE_MS);
  expect(passed(2, 'now')).toBe(1);
  expect(passed(2, 'now')).toBe(0);
  expect(passed(2, 'old1')).toBe(1);
});

describe('the client’s address', () => {
  const trusted = createBlockList(parseSubnets(['loopback', '10.0.0.0/8', '2001:db8:1::/48']));
  test.each([
    ['no proxy is named: the socket', '203.0.113.7', undefined, '203.0.113.7'],
    ['a stranger’s header is ignored', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['a trusted proxy’s is not', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['as IPv4 within IPv6 too', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the client cannot write its own', '127.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['a chain of trusted proxies', '::1', '198.51.100.1, 10.1.2.3, 2001:db8:1::5', '198.51.100.1'],
    ['only proxies: the farthest', '127.0.0.1', '10.1.1.1, 10.1.2.3', '10.1.1.1'],
    ['rubbish ends the search', '127.0.0.1', '198.51.100.1, unknown, 10.1.2.3', '10.1.2.3'],
    ['an empty header', '127.0.0.1', '', '127.0.0.1'],
    ['with a port', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['IPv6 with a port', '127.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
  ])('%s', (_, peer, header, expected) => {
    expect(resolveClientAddress(peer, header, trusted)).toBe(expected);
  });

  test('trusts no proxy by default', () => {
    expect(
      resolveClientAddress('127.0.0.1', '198.51.100.1', createBlockList(parseConfig({}).trustProxy)),
    ).toBe('127.0.0.1');
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

test('beyond the limit: 429, a code, a sentence and when to try again; neighbours in one /64 share it', async () => {
  const config = parseConfig({ TRUST_PROXY: 'loopback' });
  const take = createTokenBucket({ capacity: 2, rate: 2, period: MINUTE_MS }, () => 0);
  const app = new Hono().use(identifyClient(config), limitRequests(take)).get('/', c => c.text('ok'));
  const ask = (address: string) => app.request('/', { headers: { 'x-forwarded-for': address } });
  expect((await ask('2001:db8::1')).status).toBe(200);
  expect((await ask('2001:db8::2')).status).toBe(200);
  const refused = await ask('2001:db8::3');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(await refused.json()).toEqual({ code: 'too_many_requests', detail: expect.stringMatching(/[а-я]/) });
  expect((await ask('2001:db8:0:1::1')).status).toBe(200);
});
