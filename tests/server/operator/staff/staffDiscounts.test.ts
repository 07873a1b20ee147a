import { expect, test } from 'vitest';
import type { NewPromocode, OperatorDiscounts } from '#core/contract/operator/terms/discounts.ts';
import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, expectDone, openStaff, readOperator } from './support/staffBrowser.ts';

const NEW: NewPromocode = { code: 'spring', percent: '50', isSingleUse: true, until: '2100-05-31' };

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));
  const dealer = createBeforeEach(() => openStaff(testServer, 'dealer'));

  const list = (browser: AccountBrowser = dealer) => readOperator<OperatorDiscounts>(browser, 'discounts/');
  const findPromocode = async (code: string) => (await list()).promocodes.find(row => row.code === code);
  const change = (path: string, body: object, browser: AccountBrowser = dealer) =>
    callOperator(browser, `values/${path}/`, body);
  const add = (body: object, browser: AccountBrowser = dealer) => callOperator(browser, 'promocodes/', body);
  const listChanges = async () =>
    (await listOperatorChanges(testServer)).filter(([command]) => command !== 'staff invite');

  test('sets, changes and removes a tier, with the values before and after', async () => {
    const { tiers } = await list();
    expect(tiers.length).toBeGreaterThan(2);
    await expectDone(await change('tiers/60000/percent', { value: '0.3', seen: 'none' }));
    const added = (await list()).tiers.at(-1);
    expect(added).toMatchObject({ turnover: '60000.00', percent: '0.3' });
    // The cap of margin_min takes a part of it for verified cards.
    expect(added?.capped).toBeGreaterThan(0);
    await expectDone(await change('tiers/60000.00/percent', { value: '0.35', seen: '0.3' }));
    await expectDone(await change('tiers/60000.00/percent', { value: 'none', seen: '0.35' }));
    expect((await list()).tiers).toEqual(tiers);
    expect(await listChanges()).toEqual([
      ['tier', '60000.00 USD', { from: null, to: '0.3' }],
      ['tier', '60000.00 USD', { from: '0.3', to: '0.35' }],
      ['tier', '60000.00 USD', { from: '0.35', to: null }],
    ]);
  });

  test('refuses a tier that makes no sense, and names who was faster', async () => {
    const cases: [key: string, value: string, code: string][] = [
      ['3000', '1', 'tier_order'],
      ['3000', '5', 'discount_large'],
      ['3000', 'x', 'percent_format'],
      ['60000', '0', 'discount_ungiven'],
      ['0', '0.05', 'amount_positive'],
      ['much', '0.05', 'amount_positive'],
    ];
    for (const [key, value, code] of cases)
      expect([
        key,
        value,
        await readRefusal(await change(`tiers/${key}/percent`, { value, seen: 'none', force: true })),
      ]).toEqual([key, value, [400, { value: code }]]);
    const [lowest] = (await list()).tiers;
    const order = (await (await change('tiers/60000/percent', { value: '0.01', seen: 'none' })).json()) as {
      value: string[];
    };
    expect(order.value[0]).toContain(`${lowest?.percent.replace('.', ',')} %`);
    expect(await readRefusal(await change('tiers/60000/percent', { value: 'none', seen: 'none' }))).toEqual([
      404,
      'not_found',
    ]);
    await runOperator(testServer, 'tier', '60000', '0.3', '--as', 'boris');
    expect(await (await change('tiers/60000/percent', { value: '0.4', seen: 'none' })).json()).toMatchObject({
      code: 'value_changed',
      by: 'boris',
    });
  });

  test('adds a promocode, which visitors can use at once, and switches it', async () => {
    await expectDone(await add(NEW));
    const added = {
      code: 'SPRING',
      percent: '50',
      isActive: true,
      isSingleUse: true,
      until: '2100-05-31',
      used: 0,
    };
    expect(await findPromocode('SPRING')).toMatchObject(added);
    const isUsable = () => testServer.context.catalogue.getSnapshot().promocodes.get('SPRING')?.active === 1n;
    expect(isUsable()).toBe(true);
    await expectDone(await change('promocodes/spring/active', { value: 'off', seen: 'on' }));
    expect([await findPromocode('SPRING'), isUsable()]).toMatchObject([{ isActive: false }, false]);
    expect(
      await (await change('promocodes/SPRING/active', { value: 'off', seen: 'on' })).json(),
    ).toMatchObject({ code: 'value_changed', by: 'dealer@razmen.example' });
    await expectDone(await change('promocodes/SPRING/active', { value: 'on', seen: 'off' }));
    await expectDone(await add({ ...NEW, code: 'ALWAYS', isSingleUse: false, until: null }));
    expect(await findPromocode('ALWAYS')).toMatchObject({ isSingleUse: false, until: null });
    expect(await listChanges()).toEqual([
      ['promocode add', 'SPRING', { percent: '50', singleUse: 'true', until: '2100-05-31' }],
      ['promocode', 'SPRING', { set: 'off' }],
      ['promocode', 'SPRING', { set: 'on' }],
      ['promocode add', 'ALWAYS', { percent: '50', singleUse: 'false' }],
    ]);
  });

  test('refuses a promocode by field, and one that no pair gives', async () => {
    const cases: [body: Partial<NewPromocode>, field: keyof NewPromocode, code: string][] = [
      [{ code: 'ab' }, 'code', 'promocode_format'],
      [{ code: 'ВЕСНА' }, 'code', 'promocode_format'],
      [{ code: 'x'.repeat(61) }, 'code', 'too_long'],
      [{ code: 'start' }, 'code', 'promocode_exists'],
      [{ percent: '0' }, 'percent', 'promocode_percent'],
      [{ percent: '101' }, 'percent', 'promocode_percent'],
      [{ percent: '' }, 'percent', 'promocode_percent'],
      [{ until: '2020-05-31' }, 'until', 'day_past'],
      [{ until: '9999-12-31' }, 'until', 'day_past'],
      [{ until: 'завтра' }, 'until', 'day_past'],
    ];
    for (const [body, field, code] of cases) {
      const response = await add({ ...NEW, ...body });
      const { codes } = (await response.json()) as { codes?: unknown };
      expect([body, response.status, codes]).toEqual([body, 400, { [field]: code }]);
    }
    for (const name of ['margin_sell', 'margin_buy', 'margin_swap'])
      await runOperator(testServer, 'setting', name, '0.1', '--force');
    await testServer.context.catalogue.reload();
    expect(await readRefusal(await add({ ...NEW, percent: '100' }))).toEqual([
      400,
      { percent: 'discount_ungiven' },
    ]);
    expect(await readRefusal(await change('tiers/60000/percent', { value: '0.3', seen: 'none' }))).toEqual([
      400,
      { value: 'discount_ungiven' },
    ]);
    expect(await readRefusal(await change('promocodes/NOPE/active', { value: 'on', seen: 'off' }))).toEqual([
      404,
      'not_found',
    ]);
    expect(await readRefusal(await change('promocodes/START/active', { value: 'no', seen: 'on' }))).toEqual([
      400,
      { value: 'option_unknown' },
    ]);
    expect((await listChanges()).map(([command]) => command)).toEqual(['setting', 'setting', 'setting']);
  });

  test('adds a promocode once when two people press at once', async () => {
    const answers = await Promise.all([add(NEW), add({ ...NEW, percent: '10' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
    expect(await findPromocode('SPRING')).toMatchObject({
      percent: answers[0]?.status === 204 ? '50' : '10',
    });
    expect(await listChanges()).toHaveLength(1);
  });

  test('every role reads; only a dealer changes', async () => {
    for (const role of STAFF_ROLES.filter(one => one !== 'dealer')) {
      const browser = await openStaff(testServer, role);
      expect((await list(browser)).tiers.length).toBeGreaterThan(2);
      for (const response of [
        await add(NEW, browser),
        await change('tiers/60000/percent', { value: '0.3', seen: 'none' }, browser),
        await change('promocodes/START/active', { value: 'off', seen: 'on' }, browser),
      ])
        expect(await readRefusal(response)).toEqual([403, 'right_missing']);
    }
    expect(await listChanges()).toEqual([]);
  });
});
