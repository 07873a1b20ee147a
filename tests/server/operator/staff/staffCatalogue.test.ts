import { expect, test } from 'vitest';
import type { Closing } from '#core/contract/operator/closing.ts';
import type { OperatorPair, OperatorPairs, PairPreview } from '#core/contract/operator/pairs.ts';
import { STAFF_ROLES, type StaffRole } from '#core/contract/operator/staff.ts';
import { formatMarketDistance } from '#core/operator/marketDistance.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, expectDone, openStaff, readLastChange, readOperator } from './support/staffBrowser.ts';
import { expectOneWinner, openAnnaAndBoris } from './support/twoPeople.ts';

const PAIR = 'BTC-SBERRUB';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  const listPairs = (browser: AccountBrowser, query: string) =>
    readOperator<OperatorPairs>(browser, `pairs/?${query}`);
  const readPair = async (browser: AccountBrowser, code = PAIR) =>
    (await listPairs(browser, `q=${code}`)).results.find(pair => pair.code === code) as OperatorPair;
  const change = (browser: AccountBrowser, path: string, body: object) =>
    callOperator(browser, `values/${path}/`, body);
  /** Sends a change that succeeds. */
  const set = async (browser: AccountBrowser, path: string, body: object) =>
    expectDone(await change(browser, path, body));
  const refuse = async (browser: AccountBrowser, path: string, body: object) =>
    readRefusal(await change(browser, path, body));

  test('finds pairs by words of both sides and by their state, a page at a time', async () => {
    const dealer = await openStaff(testServer, 'dealer');
    const all = await listPairs(dealer, '');
    expect(all.results).toHaveLength(20);
    expect(all.count).toBeGreaterThan(200);
    const codes = async (query: string) => (await listPairs(dealer, query)).results.map(({ code }) => code);
    expect(await codes('q=btc-sberrub')).toEqual([PAIR]);
    expect(await codes('q=%20СБЕР%20btc')).toEqual(['BTC-SBERRUB', 'SBERRUB-BTC']);
    expect(await codes('q=nothing')).toEqual([]);
    expect(await codes('state=frozen')).toEqual([]);
    await runOperator(testServer, 'rate', 'freeze', PAIR);
    await runOperator(testServer, 'pair', 'LTC-SBERRUB', 'margin', '0.7');
    await runOperator(testServer, 'close', 'DOGE-SBERRUB', 'Обновляем узел');
    expect(await codes('state=frozen')).toEqual([PAIR]);
    expect(await codes('state=own')).toEqual(['LTC-SBERRUB']);
    expect(await codes('state=closed&q=doge-sberrub')).toEqual(['DOGE-SBERRUB']);
    expect(await codes('state=open&q=doge-sberrub')).toEqual([]);
    expect(await readRefusal(await callOperator(dealer, 'pairs/?state=none'))).toEqual([
      400,
      { state: 'body_invalid' },
    ]);
  });

  test('shows the market of each pair, since when it is valid, and which sources are silent', async () => {
    const silentServer = await startServer({ ...relaxedLimits, RATE_SOURCES: 'fixed,XMR:binance' });
    const dealer = await openStaff(silentServer, 'dealer');
    const { market, marketAt, course, sources } = await readPair(dealer);
    // A step of the invented prices has 15 seconds.
    expect(silentServer.now() - Date.parse(marketAt ?? '')).toSatisfy(
      (age: number) => age >= 0 && age < 15_000,
    );
    expect([
      sources,
      formatMarketDistance({ course: course ?? '', market: market ?? '', from: 'BTC', to: 'RUB' }),
    ]).toEqual([['fixed'], '−0,6\u00a0%']);
    expect(await readPair(dealer, 'XMR-SBERRUB')).toMatchObject({
      sources: ['binance', 'fixed'],
      market: null,
      marketAt: null,
      course: null,
    });
  });

  test('saves a margin at the course of its preview, with person, network, and the value before', async () => {
    const dealer = await openStaff(testServer, 'dealer');
    const before = await readPair(dealer);
    expect(before).toMatchObject({ own: { margin: null }, closed: null, sources: ['fixed'] });
    const preview = await readOperator<PairPreview>(dealer, `pairs/${PAIR}/preview/?field=margin&value=1.5`);
    expect(Number(preview.course)).toBeLessThan(Number(before.course));
    expect(preview.capMargin).toBe(null);
    const capped = await readOperator<PairPreview>(
      dealer,
      `pairs/${PAIR}/preview/?field=course&value=99999999`,
    );
    expect(capped.capMargin).toBe('0.1');
    expect(Number(capped.course)).toBeCloseTo(Number(before.market) * 0.999, 2);
    // A preview saves nothing.
    expect(await readPair(dealer)).toEqual(before);
    await set(dealer, `pairs/${PAIR}/margin`, { value: '1.50', seen: 'none' });
    const after = await readPair(dealer);
    expect(after).toMatchObject({ course: preview.course, margin: '1.5', own: { margin: '1.5' } });
    const client = createInProcessClient(testServer.app);
    expect((await client.fetchPair('BTC', 'SBERRUB')).course).toBe(preview.course);
    expect(await readLastChange(testServer)).toMatchObject({
      actor: 'dealer@razmen.example',
      network: expect.stringMatching(/\/24$/) as string,
      command: 'pair',
      target: PAIR,
      detail: JSON.stringify({ field: 'margin', from: 'none', to: '1.5 %' }),
    });
    await set(dealer, `pairs/${PAIR}/margin`, { value: 'none', seen: '1.5' });
    expect(await readPair(dealer)).toEqual(before);
  });

  test('asks about a suspicious value, and saves it when the person insists', async () => {
    const dealer = await openStaff(testServer, 'dealer');
    const doubt = async (path: string, value: string) => {
      const response = await change(dealer, `pairs/${PAIR}/${path}`, { value, seen: 'none' });
      return [response.status, await response.json()] as unknown;
    };
    const { course = '', market = '' } = await readPair(dealer);
    expect(await doubt('margin', '7')).toEqual([
      409,
      expect.objectContaining({ code: 'margin_large', max: '5' }),
    ]);
    expect(await doubt('margin', '0')).toEqual([
      409,
      expect.objectContaining({ code: 'course_capped', wanted: PAIR, min: '0.1' }),
    ]);
    expect(await doubt('max', '0.00000001')).toEqual([
      409,
      expect.objectContaining({ code: 'max_below_min', min: expect.stringContaining('BTC') as string }),
    ]);
    expect(await doubt('course', '1')).toEqual([
      409,
      expect.objectContaining({
        code: 'course_far',
        course: market,
        shown: expect.stringMatching(/^1\sBTC = [\d\s]+,\d\d\s₽$/) as string,
      }),
    ]);
    expect(await doubt('course', market ?? '')).toEqual([
      409,
      expect.objectContaining({
        code: 'course_above_cap',
        shown: expect.stringMatching(/^1\sBTC = /) as string,
      }),
    ]);
    // Between coins the row shows the price of the received one: the doubt speaks of the same.
    expect(
      await (await change(dealer, 'pairs/USDTTRC20-BTC/course', { value: '0.0001', seen: 'none' })).json(),
    ).toMatchObject({
      code: 'course_far',
      shown: expect.stringMatching(/^1\sBTC = [\d\s,]+\sUSDT$/) as string,
    });
    expect((await readPair(dealer)).own).toEqual({
      margin: null,
      discount: null,
      max: null,
      course: null,
      closed: null,
    });
    await set(dealer, `pairs/${PAIR}/margin`, { value: '7', seen: 'none', force: true });
    await set(dealer, `pairs/${PAIR}/course`, { value: course, seen: 'none' });
    expect(await readPair(dealer)).toMatchObject({ course, own: { margin: '7', course } });
    expect(await listOperatorChanges(testServer)).toEqual(
      expect.arrayContaining([['rate', PAIR, { course }]]),
    );
  });

  test('refuses what is no value, and what does not exist', async () => {
    const dealer = await openStaff(testServer, 'dealer');
    const cases: [field: string, values: string[], code: string][] = [
      ['margin', ['', '-1', '100', '0.1234567', '0,5', 'NaN', '9'.repeat(500)], 'percent_format'],
      ['discount', ['50'], 'discount_large'],
      ['max', ['0', '-1', '0.000000001', '9'.repeat(19)], 'amount_positive'],
      ['course', ['0', '-1', '1.2345678901', '1e5', `0.${'1'.repeat(31)}`], 'course_format'],
      ['closed', ['я'.repeat(201), 'два\nряда'], 'sentence_format'],
      ['margin', ['9'.repeat(4001)], 'too_long'],
    ];
    for (const [field, values, code] of cases)
      for (const value of values) {
        const seen = field === 'closed' ? '' : 'none';
        expect([value, await refuse(dealer, `pairs/${PAIR}/${field}`, { value, seen })]).toEqual([
          value,
          [400, { value: code }],
        ]);
      }
    const body = { value: '1', seen: 'none' };
    for (const path of ['pairs/BTC-NONE/margin', `pairs/${PAIR}/from_id`, 'settings/exchange/tech'])
      expect(await refuse(dealer, path, body)).toEqual([404, 'not_found']);
    for (const query of ['field=margin&value=x', 'field=course&value=0'])
      expect(await readRefusal(await callOperator(dealer, `pairs/${PAIR}/preview/?${query}`))).toEqual([
        400,
        { value: query.includes('margin') ? 'percent_format' : 'course_format' },
      ]);
    expect((await readPair(dealer)).own.margin).toBe(null);
  });

  test('lets only the dealer change courses, limits and closings', async () => {
    const paths = ['pairs/BTC-SBERRUB/margin', 'pairs/BTC-SBERRUB/max', 'pairs/BTC-SBERRUB/closed'];
    const rights = ['courses', 'limits', 'closing'];
    for (const role of STAFF_ROLES.filter((one): one is StaffRole => one !== 'dealer')) {
      const browser = await openStaff(testServer, role);
      for (const [index, path] of [...paths, 'pairs/BTC-SBERRUB/course'].entries()) {
        const response = await change(browser, path, { value: '1', seen: 'none', force: true });
        expect([response.status, await response.json()]).toEqual([
          403,
          expect.objectContaining({ code: 'right_missing', role, right: rights[index] ?? 'courses' }),
        ]);
      }
      for (const path of ['exchange/exchange/maintenance', 'currencies/TRX/send'])
        expect(await refuse(browser, path, { value: 'on', seen: 'off' })).toEqual([403, 'right_missing']);
      expect((await listPairs(browser, '')).count).toBeGreaterThan(0);
    }
    expect(await listOperatorChanges(testServer)).not.toContainEqual(
      expect.arrayContaining(['pair']) as unknown,
    );
  });

  test('lets one of two people win, and names the winner to the other', async () => {
    const [anna, boris] = await openAnnaAndBoris(testServer, 'dealer');
    const press = (browser: AccountBrowser, value: string) =>
      change(browser, `pairs/${PAIR}/margin`, { value, seen: 'none' });
    const isAnnaFirst = await expectOneWinner(press(anna, '0.6'), press(boris, '0.7'));
    expect((await readPair(anna)).own.margin).toBe(isAnnaFirst ? '0.6' : '0.7');
  });

  test('closes and opens a pair, a currency and the exchange, as the commands do', async () => {
    const dealer = await openStaff(testServer, 'dealer');
    const reason = 'Сеть на обслуживании';
    await set(dealer, `pairs/${PAIR}/closed`, { value: reason, seen: '' });
    expect(await readPair(dealer)).toMatchObject({ closed: reason, own: { closed: reason } });
    await set(dealer, `pairs/${PAIR}/closed`, { value: '', seen: reason });
    expect(await readPair(dealer)).toMatchObject({ closed: null });
    await set(dealer, 'currencies/TRX/send', { value: reason, seen: '' });
    const { currencies } = await readOperator<Closing>(dealer, 'closing/');
    expect(currencies.find(({ code }) => code === 'TRX')).toMatchObject({ send: reason, receive: null });
    expect(await refuse(dealer, 'currencies/TRX/send', { value: '', seen: '' })).toEqual([
      409,
      'value_changed',
    ]);

    await set(dealer, 'exchange/exchange/maintenance', { value: 'on', seen: 'off' });
    expect((await testServer.get('/api/v1/calculator/reserves/')).status).toBe(503);
    // Staff works through maintenance.
    for (const path of ['settings', 'discounts', 'partners', 'requisites', 'currencies', 'today'])
      expect((await callOperator(dealer, `${path}/`)).status, path).toBe(200);
    expect(await readOperator<Closing>(dealer, 'closing/')).toMatchObject({ isMaintenance: true });
    expect(await refuse(dealer, 'exchange/exchange/maintenance', { value: 'on', seen: 'off' })).toEqual([
      409,
      'value_changed',
    ]);
    expect(await refuse(dealer, 'exchange/exchange/maintenance', { value: 'no', seen: 'on' })).toEqual([
      400,
      { value: 'option_unknown' },
    ]);
    await set(dealer, 'exchange/exchange/maintenance', { value: 'off', seen: 'on' });
    expect((await testServer.get('/api/v1/calculator/reserves/')).status).toBe(200);
    const changes = (await listOperatorChanges(testServer)).filter(
      ([command]) => !String(command).startsWith('staff'),
    );
    expect(changes).toEqual([
      ['close', PAIR, { sentence: reason }],
      ['open', PAIR, { sentence: null }],
      ['close', 'TRX send', { sentence: reason }],
      ['maintenance', 'exchange', { set: 'on' }],
      ['maintenance', 'exchange', { set: 'off' }],
    ]);
  });
});
