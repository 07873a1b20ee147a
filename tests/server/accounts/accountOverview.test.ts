import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { AccountPromocodes, AccountStatistics, BestPairs } from '#core/contract/account/accountOverview.ts';
import type { Course, Pair } from '#core/contract/course/pair.ts';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { AccountBrowser, openAccount } from './support/accountBrowser.ts';
import { tryChange } from '../support/tryChange.ts';

const USERS_PATH = '/api/v1/users/';
const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const anna = createBeforeEach(() => openAccount(testServer, 'anna@mail.example'));

  async function read(browser: AccountBrowser, path: string): Promise<unknown> {
    const response = await browser.send(path, { method: 'GET' });
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  }

  const readStatistics = async (browser = anna) =>
    v.parse(AccountStatistics, await read(browser, `${USERS_PATH}me/statistics/`));

  const listBestPairs = async (browser: AccountBrowser) =>
    v
      .parse(BestPairs, await read(browser, `${USERS_PATH}pairs/best`))
      .map(({ from, to, isOwn }) => `${isOwn ? 'own' : 'popular'} ${from.code}-${to.code}`);

  /** Sets what the account has exchanged in 12 months, US cents. */
  const setTurnover = (id: string, turnover: bigint) =>
    testServer.context.db.updateTable('claims').set({ turnover }).where('id', '=', id).execute();

  const findId = (code: string) => testServer.context.catalogue.findCurrencyByCode(code)?.id ?? 0;

  const readPriced = async <T extends Course | Pair>(browser: AccountBrowser, kind: 'course' | 'pair') =>
    (await read(browser, `/api/v1/calculator/${kind}/${findId('USDTTRC20')}/${findId('SBERRUB')}/`)) as T;

  async function createClaim(browser: AccountBrowser, from: string, to: string, fromSumma: string) {
    const body = await createInProcessClient(testServer.app).buildClaim(from, to, { fromSumma });
    const response = await browser.send('/api/v1/claim/', { body });
    expect(response.status).toBe(201);
    return (await response.json()) as ClaimCreated;
  }

  async function complete({ id }: ClaimCreated): Promise<void> {
    for (const to of ['confirming', 'aml', 'paid', 'payout', 'completed'] as const) {
      const change = { id, to, actor: 'operator', now: testServer.now() } as const;
      const result = await tryChange(testServer.context.db, trx =>
        transitionClaim(testServer.context, trx, change),
      );
      expect([to, result.ok]).toEqual([to, true]);
    }
  }

  /** An account with a completed claim and a turnover of $5,000: the second tier. */
  async function reachSecondTier(): Promise<void> {
    const claim = await createClaim(anna, 'USDTTRC20', 'SBERRUB', '100');
    await complete(claim);
    await setTurnover(claim.id, 500_000n);
  }

  test('the turnover is what was exchanged, at the price of the creation', async () => {
    expect(await readStatistics()).toMatchObject({
      claims: { count: 0, completed: 0, open: 0 },
      turnover: '0.00',
      currency: 'USD',
      discount: { percent: '0', next: { percent: '0.05', turnover: '1000', left: '1000.00' } },
    });
    const claim = await createClaim(anna, 'USDTTRC20', 'SBERRUB', '123.45');
    expect(await readStatistics()).toMatchObject({ claims: { count: 1, open: 1 }, turnover: '0.00' });
    await complete(claim);
    const statistics = await readStatistics();
    // One Tether is one dollar.
    expect(statistics).toMatchObject({
      claims: { count: 1, completed: 1, open: 0 },
      turnover: '123.45',
      discount: { percent: '0', next: { left: '876.55' } },
    });
    expect(statistics.discount?.tiers.map(({ percent }) => percent)).toEqual(['0.05', '0.1', '0.15', '0.25']);
    testServer.advanceClock(366 * DAY_MS);
    await anna.logIn('anna@mail.example');
    expect(await readStatistics()).toMatchObject({ claims: { completed: 1 }, turnover: '0.00' });
  });

  test('the tier begins with its turnover, and the highest one has no next', async () => {
    const { id } = await createClaim(anna, 'USDTTRC20', 'SBERRUB', '100');
    await setTurnover(id, 99_999n);
    expect((await readStatistics()).discount).toMatchObject({ percent: '0', next: { left: '0.01' } });
    await setTurnover(id, 100_000n);
    expect((await readStatistics()).discount).toMatchObject({ percent: '0.05', next: { left: '4000.00' } });
    await setTurnover(id, 5_000_000n);
    expect((await readStatistics()).discount).toMatchObject({ percent: '0.25', next: null });
  });

  describe('the discount of an account', () => {
    test('is in its courses, and in nobody else’s', async () => {
      const boris = await openAccount(testServer, 'boris@mail.example');
      const before = await readPriced<Course>(anna, 'course');
      await reachSecondTier();
      const own = await readPriced<Course>(anna, 'course');
      expect(own).toMatchObject({ bonus: '0.1' });
      const scale = (course: string) => decimalToUnits(course, 10);
      expect(scale(own.course)).toBeGreaterThan(scale(before.course));
      expect(await readPriced<Course>(boris, 'course')).toMatchObject({ course: before.course, bonus: null });
      const guest = await testServer.get(
        `/api/v1/calculator/course/${findId('USDTTRC20')}/${findId('SBERRUB')}/`,
      );
      expect([guest.headers.get('vary'), await guest.json()]).toMatchObject([
        expect.stringContaining('Authorization'),
        { course: before.course },
      ]);
    });

    test('is in the claim that its quote promises, which nobody else can use', async () => {
      await reachSecondTier();
      const pair = await readPriced<Pair>(anna, 'pair');
      const body = {
        ...(await createInProcessClient(testServer.app).buildClaim('USDTTRC20', 'SBERRUB', {
          fromSumma: '200',
        })),
        toSumma: (decimalToUnits(pair.course, 10) * 200n)
          .toString()
          .replace(/(\d{10})$/, '.$1')
          .slice(0, -8),
        quote: pair.quote,
      };
      const guest = await new AccountBrowser(testServer).send('/api/v1/claim/', { body });
      expect([guest.status, await guest.json()]).toMatchObject([409, { code: 'course_changed' }]);
      const response = await anna.send('/api/v1/claim/', { body });
      expect([response.status, await response.json()]).toMatchObject([201, { course: pair.course }]);
    });

    test('is not added to that of a promocode: the larger one counts', async () => {
      await reachSecondTier();
      const path = `/api/v1/calculator/course/${findId('USDTTRC20')}/${findId('SBERRUB')}/?promocode=START`;
      const guest = (await (await testServer.get(path)).json()) as Course;
      expect((await read(anna, path)) as Course).toMatchObject({ course: guest.course, bonus: guest.bonus });
    });

    test('needs a valid token', async () => {
      await anna.send('/front-api/auth/logout/');
      const path = `/api/v1/calculator/course/${findId('USDTTRC20')}/${findId('SBERRUB')}/`;
      const response = await anna.send(path, { method: 'GET' });
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'token_not_valid' }]);
    });
  });

  test('the best pairs are the account’s own, else everybody’s, without closed ones', async () => {
    const boris = await openAccount(testServer, 'boris@mail.example');
    expect(await listBestPairs(boris)).toEqual([]);
    for (const [from, to, amount] of [
      ['LTC', 'SBERRUB', '2'],
      ['USDTTRC20', 'SBERRUB', '100'],
      ['USDTTRC20', 'SBERRUB', '110'],
    ] as const)
      await complete(await createClaim(anna, from, to, amount));
    expect(await listBestPairs(anna)).toEqual(['own USDTTRC20-SBERRUB', 'own LTC-SBERRUB']);
    testServer.advanceClock(11 * 60_000);
    await Promise.all([anna.refresh(), boris.refresh()]);
    expect(await listBestPairs(boris)).toEqual(['popular USDTTRC20-SBERRUB', 'popular LTC-SBERRUB']);
    await testServer.context.db
      .updateTable('currencies')
      .set({ send_closed: 'Закрыто' })
      .where('code', '=', 'LTC')
      .execute();
    await testServer.context.catalogue.reload();
    expect(await listBestPairs(anna)).toEqual(['own USDTTRC20-SBERRUB']);
    expect((await testServer.get(`${USERS_PATH}pairs/best`)).status).toBe(401);
  });

  describe('promocodes', () => {
    const path = `${USERS_PATH}me/promocodes/`;
    const list = async () => v.parse(AccountPromocodes, await read(anna, path));

    test('are kept once, and tell whether they can be used', async () => {
      const { db, catalogue } = testServer.context;
      const plain = { percent: '50', single_use: 1n, used: 0n, active: 1n };
      const until = BigInt(testServer.now() + DAY_MS);
      await db
        .insertInto('promocodes')
        .values({ ...plain, code: 'ONCE', valid_until: until })
        .execute();
      await catalogue.reload();
      expect(await list()).toEqual([]);
      expect((await anna.send(path, { body: { code: ' start ' } })).status).toBe(201);
      testServer.advanceClock(1);
      for (let attempt = 0; attempt < 2; attempt++)
        expect((await anna.send(path, { body: { code: 'once' } })).status).toBe(201);
      expect(await list()).toEqual([
        {
          code: 'ONCE',
          percent: '50',
          singleUse: true,
          validUntil: new Date(Number(until)).toISOString(),
          status: 'active',
          reason: null,
        },
        { code: 'START', percent: '25', singleUse: false, validUntil: null, status: 'active', reason: null },
      ]);
      await db.updateTable('promocodes').set({ used: 1n }).where('code', '=', 'ONCE').execute();
      expect((await list())[0]).toMatchObject({
        status: 'used',
        reason: expect.stringContaining('использован'),
      });
      testServer.advanceClock(DAY_MS);
      await anna.logIn('anna@mail.example');
      expect((await list())[0]).toMatchObject({
        status: 'expired',
        reason: expect.stringContaining('истёк'),
      });
    });

    test('that nobody can use are refused on the field', async () => {
      const response = await anna.send(path, { body: { code: 'NOSUCH' } });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { codes: { code: 'promocode_invalid' } },
      ]);
      expect(await list()).toEqual([]);
    });
  });
});
