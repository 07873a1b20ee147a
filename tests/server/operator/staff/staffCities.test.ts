import { expect, test } from 'vitest';
import type { OperatorCities } from '#core/contract/operator/cities.ts';
import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from './support/staffBrowser.ts';

const SOCHI = { currency: 'CASHRUB', code: 'soc', name: 'Сочи', place: 'ул. Морская, 2' };

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  const add = (browser: AccountBrowser, body: object) => callOperator(browser, 'cities/', body);
  const remove = (browser: AccountBrowser, key: string) =>
    browser.send(`/api/v1/operator/cities/${key}/`, { method: 'DELETE' });
  const change = (browser: AccountBrowser, path: string, value: string, seen: string) =>
    callOperator(browser, `values/cities/${path}/`, { value, seen });
  const findCity = ({ results }: OperatorCities, key: string) => results.find(one => one.key === key);
  const readCity = async (browser: AccountBrowser, key: string) =>
    findCity(await readOperator<OperatorCities>(browser, 'cities/'), key);

  test('adds, changes and removes a city as the commands do', async () => {
    const admin = await openStaff(testServer, 'admin');
    const added = await readOperator<OperatorCities>(admin, 'cities/', SOCHI);
    expect(added.currencies).toContainEqual({ code: 'CASHRUB', name: 'Наличные' });
    const city = { key: 'CASHRUB-SOC', name: 'Сочи', place: 'ул. Морская, 2', hours: null, claims: 0 };
    expect(findCity(added, city.key)).toEqual(city);
    for (const [field, value, seen] of [
      ['name', 'Адлер', 'Сочи'],
      ['place', 'ул. Горная, 3', 'ул. Морская, 2'],
      ['hours', 'с 10 до 20', 'none'],
    ] as const)
      expect((await change(admin, `${city.key}/${field}`, value, seen)).status).toBe(204);
    expect(await readCity(admin, city.key)).toEqual({
      ...city,
      name: 'Адлер',
      place: 'ул. Горная, 3',
      hours: 'с 10 до 20',
    });
    expect((await runOperator(testServer, 'cities')).out).toMatch(
      /CASHRUB +SOC +Адлер +ул\. Горная, 3 +с 10 до 20/,
    );
    expect(await readRefusal(await change(admin, `${city.key}/place`, 'Там', 'ул. Морская, 2'))).toEqual([
      409,
      'value_changed',
    ]);
    const removals = await Promise.all([remove(admin, city.key), remove(admin, city.key)]);
    expect(removals.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await readCity(admin, city.key)).toBeUndefined();
    expect((await listOperatorChanges(testServer)).slice(-5)).toEqual([
      ['city add', 'CASHRUB SOC', { name: 'Сочи', place: 'ул. Морская, 2' }],
      ['city', 'CASHRUB SOC', { field: 'name', from: 'Сочи', to: 'Адлер' }],
      ['city', 'CASHRUB SOC', { field: 'place', from: 'ул. Морская, 2', to: 'ул. Горная, 3' }],
      ['city', 'CASHRUB SOC', { field: 'hours', from: 'none', to: 'с 10 до 20' }],
      ['city remove', 'CASHRUB SOC', { name: 'Адлер', place: 'ул. Горная, 3' }],
    ]);
  });

  test('keeps a city with open claims, and refuses what is no city', async () => {
    const admin = await openStaff(testServer, 'admin');
    const client = createInProcessClient(testServer.app);
    await client.createClaim(await client.buildClaim('CASHRUB', 'USDTTRC20'));
    const { results } = await readOperator<OperatorCities>(admin, 'cities/');
    const [busy, ...others] = results.filter(({ claims }) => claims > 0);
    expect([busy?.claims, others]).toEqual([1, []]);
    expect(await readRefusal(await remove(admin, busy?.key ?? ''))).toEqual([409, 'city_claims']);
    expect(await readRefusal(await add(admin, { ...SOCHI, currency: 'LTC' }))).toEqual([404, 'not_found']);
    const cases: [body: object, codes: Record<string, string>][] = [
      [{ ...SOCHI, code: 'С' }, { code: 'city_code' }],
      [{ ...SOCHI, code: 'AB-C' }, { code: 'city_code' }],
      [{ ...SOCHI, code: 'msk' }, { code: 'city_known' }],
      [{ ...SOCHI, name: 'два\nряда' }, { name: 'sentence_format' }],
      [{ ...SOCHI, place: 'два\nряда' }, { place: 'sentence_format' }],
      [{ ...SOCHI, hours: 'два\nряда' }, { hours: 'sentence_format' }],
      [{ ...SOCHI, place: ' ' }, { place: 'empty' }],
    ];
    for (const [body, codes] of cases) {
      const response = await add(admin, body);
      expect([body, response.status, await response.json()]).toEqual([
        body,
        400,
        expect.objectContaining({ codes }),
      ]);
    }
    expect(await readRefusal(await remove(admin, 'CASHRUB-NOPE'))).toEqual([404, 'not_found']);
    expect(await readRefusal(await change(admin, 'CASHRUB-MSK/place', '', 'x'))).toEqual([
      409,
      'value_changed',
    ]);
  });

  test('lets only an admin change where cash is handed over', async () => {
    for (const role of STAFF_ROLES.filter(one => one !== 'admin')) {
      const browser = await openStaff(testServer, role);
      for (const response of [
        await add(browser, SOCHI),
        await remove(browser, 'CASHRUB-MSK'),
        await change(browser, 'CASHRUB-MSK/place', 'Там', 'x'),
      ])
        expect(await readRefusal(response)).toEqual([403, 'right_missing']);
      expect(await readCity(browser, 'CASHRUB-MSK')).toBeDefined();
    }
  });
});
