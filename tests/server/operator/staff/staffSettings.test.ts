import { expect, test } from 'vitest';
import {
  SETTING_NAMES,
  type EditableSetting,
  type OperatorSetting,
  type SettingPreview,
} from '#core/contract/operator/terms/settings.ts';
import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readLastChange, readOperator } from './support/staffBrowser.ts';
import { expectOneWinner, openAnnaAndBoris } from './support/twoPeople.ts';

const CHAT_ORIGIN = 'https://chat.example';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() =>
    startServerToday(() => startServer({ ...relaxedLimits, CHAT_ORIGINS: CHAT_ORIGIN })),
  );
  const admin = createBeforeEach(() => openStaff(testServer, 'admin'));

  const list = async (browser: AccountBrowser = admin) =>
    (await readOperator<{ results: OperatorSetting[] }>(browser, 'settings/')).results;
  const read = async (name: EditableSetting) => (await list()).find(setting => setting.name === name);
  const change = (name: string, body: object, browser: AccountBrowser = admin) =>
    callOperator(browser, `values/settings/exchange/${name}/`, body);
  const set = async (name: EditableSetting, body: object) => {
    const response = await change(name, body);
    expect([name, response.status, await response.text()]).toEqual([name, 204, '']);
  };
  const listChanges = async () =>
    (await listOperatorChanges(testServer)).filter(([command]) => command === 'setting');

  test('lists all settings with their defaults, and restores one', async () => {
    expect((await list()).map(({ name }) => name)).toEqual(SETTING_NAMES);
    const unchanged = { name: 'margin_sell', value: '0.6', default: '0.6', isSet: false };
    expect(await read('margin_sell')).toEqual(unchanged);
    await set('margin_sell', { value: '0.8', seen: '0.6' });
    expect(await read('margin_sell')).toEqual({ ...unchanged, value: '0.8', isSet: true });
    expect(testServer.context.catalogue.getSetting('margin_sell')).toBe('0.8');
    await set('margin_sell', { value: 'default', seen: '0.8' });
    expect(await read('margin_sell')).toEqual(unchanged);
    expect(await listChanges()).toEqual([
      ['setting', 'margin_sell', { from: '0.6', to: '0.8' }],
      ['setting', 'margin_sell', { from: '0.8', to: 'default' }],
    ]);
    expect(await readLastChange(testServer)).toMatchObject({
      actor: 'admin@razmen.example',
      network: expect.stringMatching(/\/24$/) as string,
    });
  });

  test('saves each kind of value as the page reads it', async () => {
    const contest = JSON.stringify({ title: 'Июль', endsAt: '2036-07-31T21:00:00Z' });
    const values: Partial<Record<EditableSetting, string>> = {
      default_from: 'LTC',
      default_to: 'TBRUB',
      referral_percent: '25',
      referral_hold_hours: '24',
      referral_minimum: '50.5',
      verificationFirst: 'true',
      usePublicId: 'false',
      filters: '["Банки"]',
      contest,
      captchaLogin: 'true',
      chat_src: `${CHAT_ORIGIN}/widget.js`,
    };
    for (const [name, value] of Object.entries(values) as [EditableSetting, string][]) {
      await set(name, { value, seen: (await read(name))?.value });
      expect(await read(name)).toMatchObject({ value, isSet: true });
    }
    await set('contest', { value: 'null', seen: contest });
    expect(await read('contest')).toMatchObject({ value: 'null', isSet: true });
  });

  test('restores the default of a value that is refused by now', async () => {
    const seen = 'https://old.example/chat.js';
    await testServer.context.db
      .insertInto('settings')
      .values({ name: 'chat_src', value: JSON.stringify(seen) })
      .execute();
    await set('chat_src', { value: 'default', seen });
    expect(await read('chat_src')).toMatchObject({ value: 'null', isSet: false });
  });

  test('refuses what is no value of a setting, with its code', async () => {
    const cases: [name: EditableSetting, values: string[], code: string][] = [
      ['margin_sell', ['', '-1', '100', '0,5', 'null'], 'percent_format'],
      ['margin_min', ['5.1', '-0.1', 'x'], 'margin_min_format'],
      ['referral_percent', ['x'], 'percent_format'],
      ['referral_hold_hours', ['', '1.5', '-1', '99999'], 'hours_format'],
      ['referral_minimum', ['', '-1', '1e3'], 'number_format'],
      ['usePublicId', ['yes', '', 'null'], 'option_unknown'],
      ['filters', ['', 'null', '[1]', '["Банки"', '{}'], 'filters_format'],
      [
        'contest',
        ['', 'x', '[]', '{"title": "Июль"}', '{"title": "Июль", "endsAt": "завтра"}'],
        'contest_format',
      ],
      ['chat_src', ['', 'x', 'https://other.example/x.js'], 'chat_origin'],
      ['default_to', ['USDTTRC20'], 'pair_missing'],
      ['filters', [JSON.stringify(['я'.repeat(4000)])], 'too_long'],
    ];
    for (const [name, values, code] of cases)
      for (const value of values) {
        const seen = (await read(name))?.value;
        expect([name, value, await readRefusal(await change(name, { value, seen, force: true }))]).toEqual([
          name,
          value,
          [400, { value: code }],
        ]);
      }
    const chat = (await (
      await change('chat_src', { value: 'https://other.example/x.js', seen: 'null' })
    ).json()) as { value: string[] };
    expect(chat.value[0]).toContain(CHAT_ORIGIN);
    for (const name of ['tech', 'maintenance', 'toString'])
      expect(await readRefusal(await change(name, { value: '1', seen: '1' }))).toEqual([404, 'not_found']);
    expect(await readRefusal(await callOperator(admin, 'settings/tech/preview/?value=1'))).toEqual([
      404,
      'not_found',
    ]);
    expect(await listChanges()).toEqual([]);
  });

  test('previews what margin_min caps, asks about a doubt, and saves it when the person insists', async () => {
    const preview = (name: string, value: string) =>
      readOperator<SettingPreview>(admin, `settings/${name}/preview/?value=${value}`);
    const { before, after } = await preview('margin_min', '2');
    expect(after).toBeGreaterThan(before);
    expect(await preview('margin_min', '0.1')).toEqual({ before, after: before });
    expect(await readRefusal(await callOperator(admin, 'settings/margin_min/preview/?value=6'))).toEqual([
      400,
      { value: 'margin_min_format' },
    ]);
    const doubt = async (name: string, value: string, seen: string) => {
      const response = await change(name, { value, seen });
      return [response.status, await response.json()] as unknown;
    };
    expect(await doubt('margin_min', '2', '0.1')).toEqual([
      409,
      expect.objectContaining({ code: 'course_capped', min: '2' }),
    ]);
    expect(await doubt('verification_bonus', '7', '0.5')).toEqual([
      409,
      expect.objectContaining({ code: 'percent_large', max: 5 }),
    ]);
    expect(await listChanges()).toEqual([]);
    await set('margin_min', { value: '2', seen: '0.1', force: true });
    expect(await preview('margin_min', 'default')).toEqual({ before: after, after: before });
  });

  test('lets one of two people win, and names the winner to the other', async () => {
    const [anna, boris] = await openAnnaAndBoris(testServer, 'admin');
    await expectOneWinner(
      change('margin_swap', { value: '0.7', seen: '0.5' }, anna),
      change('margin_swap', { value: '0.8', seen: '0.5' }, boris),
    );
    // Also of a default that somebody has restored by the command line, which this process may not have loaded.
    await runOperator(testServer, 'setting', 'margin_swap', 'default', '--as', 'ivan');
    expect(await (await change('margin_swap', { value: '0.9', seen: '0.7' })).json()).toMatchObject({
      code: 'value_changed',
      by: 'ivan',
    });
  });

  test('every role reads; only an admin with a recent proof changes', async () => {
    for (const role of STAFF_ROLES.filter(one => one !== 'admin')) {
      const browser = await openStaff(testServer, role);
      expect(await list(browser)).toHaveLength(SETTING_NAMES.length);
      for (const name of SETTING_NAMES)
        expect(await readRefusal(await change(name, { value: '1', seen: '1' }, browser))).toEqual([
          403,
          'right_missing',
        ]);
    }
    testServer.advanceClock(11 * 60_000);
    await admin.refresh();
    expect(await readRefusal(await change('margin_swap', { value: '0.7', seen: '0.5' }))).toEqual([
      403,
      'confirm_required',
    ]);
    expect(await listChanges()).toEqual([]);
  });
});
