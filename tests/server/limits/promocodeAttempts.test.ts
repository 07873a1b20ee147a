import { beforeEach, describe, expect, test } from 'vitest';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createShopOwner, createShopProgram } from '../shop/support/shopClient.ts';
import { readStatusAndBody } from '../support/claimDriver.ts';

/** Attempts that a client, a shop or an account has at once. */
const BUDGET = 5;

forEachDatabase(startServer => {
  let attemptCount = 0;
  const testServer = createBeforeEach(() =>
    startServer({
      ...relaxedLimits,
      TRUST_PROXY: 'loopback',
      LIMIT_CALCULATOR_PER_MINUTE: '1',
      LIMIT_CALCULATOR_BURST: String(BUDGET - 1),
    }),
  );
  const browser = createBeforeEach(() => openAccount(testServer, 'olga@mail.example', '198.51.100.7'));
  beforeEach(async () => {
    const { db } = testServer.context;
    const row = { percent: '50', single_use: 1n, used: 0n, active: 1n, valid_until: null };
    await db
      .insertInto('promocodes')
      .values([
        { ...row, code: 'USED', used: 1n },
        { ...row, code: 'OLD', valid_until: 1n },
      ])
      .execute();
    await testServer.context.catalogue.reload();
  });

  const createProgram = async (mode: 'live' | 'test', address: string) =>
    createShopProgram(testServer, (await createShopOwner(browser).addKey({ mode })).key, address);
  const tryShop = async (program: ReturnType<typeof createShopProgram>, promocode: string | null) =>
    readStatusAndBody(
      program.send('claims/', {
        method: 'POST',
        body: await program.buildClaim({ promocode, toSumma: null, quote: null }),
        headers: { 'idempotency-key': `attempt-${++attemptCount}` },
      }),
    );
  const guess = (attempt: number) => `GUESS${attempt}`;
  /** Statuses of as many attempts as a budget has, and of one more. */
  const tryAll = async (attempt: (index: number) => Promise<number>) => {
    const statuses: number[] = [];
    for (let index = 0; index <= BUDGET; index++) statuses.push(await attempt(index));
    return statuses;
  };
  const exhausted = [...Array<number>(BUDGET).fill(400), 429];

  describe('an attempt to use a promocode is counted', () => {
    test.each(['live', 'test'] as const)(
      'in the shop API with a %s key, for the shop and its address',
      async mode => {
        const program = await createProgram(mode, '203.0.113.80');
        expect(await tryAll(async index => (await tryShop(program, guess(index)))[0])).toEqual(exhausted);
        const [, { code }] = await tryShop(program, 'START');
        expect(code).toBe('too_many_requests');
        // Neither another key nor another address helps.
        const other = await createProgram(mode, '203.0.113.81');
        expect((await tryShop(other, guess(9)))[0]).toBe(429);
        // Without a promocode it is no attempt.
        expect((await tryShop(other, null))[0]).toBe(201);
        expect((await tryShop(other, ' '))[0]).toBe(201);
        const price = await testServer.get('/api/v1/calculator/course/1/2/?promocode=X', {
          'x-forwarded-for': '203.0.113.80',
        });
        expect(price.status).toBe(429);
      },
    );

    test('in the account, for the account and its address', async () => {
      const add = async (index: number, address: string) => {
        const headers = { 'x-forwarded-for': address };
        const body = { code: guess(index) };
        return (await browser.send('/api/v1/users/me/promocodes/', { body, headers })).status;
      };
      expect(await tryAll(index => add(index, `203.0.113.${index}`))).toEqual(exhausted);
      const stranger = await openAccount(testServer, 'anna@mail.example', '198.51.100.8');
      const addAs = async (index: number) =>
        (await stranger.send('/api/v1/users/me/promocodes/', { body: { code: guess(index) } })).status;
      expect(await tryAll(addAs)).toEqual(exhausted);
      const price = await testServer.get('/api/v1/calculator/course/1/2/?promocode=X', {
        'x-forwarded-for': '198.51.100.8',
      });
      expect(price.status).toBe(429);
    });

    test('in a new claim, for its address, before anything else', async () => {
      const client = createInProcessClient(testServer.app);
      const body = await client.buildClaim('LTC', 'SBERRUB');
      const create = async (promocode: string | null) =>
        readStatusAndBody(client.postClaim({ ...body, promocode }, { address: '203.0.113.90' }));
      expect(await tryAll(async index => (await create(guess(index)))[0])).toEqual(exhausted);
      expect(await create('START')).toMatchObject([429, { code: 'too_many_requests' }]);
      expect((await create(null))[0]).toBe(201);
    });
  });

  test('a test key knows only the promocodes of test claims, and answers all others alike', async () => {
    const program = await createProgram('test', '203.0.113.80');
    const answers: unknown[] = [];
    for (const promocode of ['START', 'USED', 'OLD', 'NOBODY-S'])
      answers.push(await tryShop(program, promocode));
    expect(answers[0]).toMatchObject([400, { codes: { promocode: 'promocode_invalid' } }]);
    expect(answers).toEqual(answers.map(() => answers[0]));
  });

  test('test claims have promocodes of their own: active, expired and used', async () => {
    const program = await createProgram('test', '203.0.113.80');
    const [, regular] = await tryShop(program, null);
    const [status, discounted] = await tryShop(program, 'test-25');
    expect(status).toBe(201);
    expect(Number(discounted.toSumma)).toBeGreaterThan(Number(regular.toSumma));
    for (const [promocode, code] of [
      ['TEST-EXPIRED', 'promocode_expired'],
      ['TEST-USED', 'promocode_used'],
    ] as const)
      expect(await tryShop(program, promocode)).toMatchObject([400, { codes: { promocode: code } }]);
    const live = await createProgram('live', '203.0.113.81');
    expect(await tryShop(live, 'TEST-25')).toMatchObject([
      400,
      { codes: { promocode: 'promocode_invalid' } },
    ]);
  });
});
