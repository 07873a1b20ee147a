import { expect, test } from 'vitest';
import { CURRENCY_FIELDS, type OperatorCurrencies } from '#core/contract/operator/currencies.ts';
import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import { TOKEN_CONTRACTS } from '#core/exchange/tokenContracts.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from './support/staffBrowser.ts';
import { expectOneWinner, openAnnaAndBoris } from './support/twoPeople.ts';

const CONTRACT = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  const readCurrency = async (browser: AccountBrowser, code: string) => {
    const { results } = await readOperator<OperatorCurrencies>(browser, 'currencies/');
    const currency = results.find(one => one.code === code);
    if (!currency) throw new Error(`no ${code}`);
    return { ...currency, values: new Map(currency.values.map(one => [one.field as string, one])) };
  };
  const change = (browser: AccountBrowser, [code, field]: [string, string], value: string, seen: string) =>
    callOperator(browser, `values/currencies/${code}/${field}/`, { value, seen });

  test('changes each value as the command does, and restores it', async () => {
    const people = {
      limits: await openStaff(testServer, 'dealer'),
      payments: await openStaff(testServer, 'admin'),
    };
    const values: [field: string, value: string, formatted?: string][] = [
      ['min', '60', '60.00 USDT'],
      ['min-verification', '70', '70.00 USDT'],
      ['max', '9000.5', '9000.50 USDT'],
      ['default', '80', '80.00 USDT'],
      ['note', 'Только до 22:00'],
      ['congestion', '3'],
      ['words', 'тезер, доллар'],
      ['confirmations', '40'],
      ['contract', CONTRACT],
    ];
    expect(values.map(([field]) => field)).toEqual(CURRENCY_FIELDS);
    const before = await readCurrency(people.limits, 'USDTERC20');
    expect(before).toMatchObject({ name: 'Tether ERC20', currency: 'USDT', max: null });
    const published = TOKEN_CONTRACTS.find(({ ticker, network }) => ticker === 'USDT' && network === 'ERC20');
    expect(before.values.get('contract')).toEqual({
      field: 'contract',
      value: 'none',
      standard: published?.address,
    });
    expect(before.values.get('confirmations')).toMatchObject({ value: 'none', standard: '12' });
    for (const [field, value, formatted = value] of values) {
      const person = ['confirmations', 'contract'].includes(field) ? people.payments : people.limits;
      const seen = before.values.get(field)?.value ?? '';
      const response = await change(person, ['USDTERC20', field], value, seen);
      expect([field, response.status, await response.text()]).toEqual([field, 204, '']);
      expect((await readCurrency(person, 'USDTERC20')).values.get(field)?.value).toBe(value);
      const { out } = await runOperator(testServer, 'currency', 'USDTERC20');
      expect(out).toContain(formatted);
      const last = (await listOperatorChanges(testServer)).at(-1);
      expect(last).toEqual(['currency', 'USDTERC20', expect.objectContaining({ field, to: formatted })]);
    }
    for (const [field, value] of values.toReversed()) {
      const person = ['confirmations', 'contract'].includes(field) ? people.payments : people.limits;
      const response = await change(
        person,
        ['USDTERC20', field],
        before.values.get(field)?.value ?? '',
        value,
      );
      expect([field, response.status]).toEqual([field, 204]);
    }
    expect(await readCurrency(people.limits, 'USDTERC20')).toEqual(before);
  });

  test('offers what a node reports only for currencies of its networks', async () => {
    const dealer = await openStaff(testServer, 'dealer');
    expect((await readCurrency(dealer, 'ETH')).values.has('confirmations')).toBe(true);
    expect((await readCurrency(dealer, 'ETH')).values.has('contract')).toBe(false);
    expect((await readCurrency(dealer, 'SBERRUB')).values.has('confirmations')).toBe(false);
  });

  test('refuses what is no value, and limits that contradict each other', async () => {
    const [dealer, admin] = [await openStaff(testServer, 'dealer'), await openStaff(testServer, 'admin')];
    const { values } = await readCurrency(dealer, 'LTC');
    const cases: [person: AccountBrowser, code: string, field: string, value: string, refusal: string][] = [
      [dealer, 'LTC', 'min', '0', 'amount_positive'],
      [dealer, 'LTC', 'min', 'none', 'amount_positive'],
      [dealer, 'LTC', 'max', '0.00000001', 'limits_crossed'],
      [dealer, 'LTC', 'default', '0.00000001', 'default_outside'],
      [dealer, 'LTC', 'note', '', 'sentence_format'],
      [dealer, 'LTC', 'congestion', '4', 'option_unknown'],
      [dealer, 'LTC', 'words', 'лайт, ', 'sentence_format'],
      [admin, 'XMR', 'confirmations', '3', 'field_unknown'],
      [admin, 'XMR', 'contract', CONTRACT, 'field_unknown'],
      [admin, 'USDTERC20', 'confirmations', '101', 'confirmations_range'],
      [admin, 'USDTERC20', 'contract', CONTRACT.slice(0, -1), 'format'],
    ];
    for (const [person, code, field, value, refusal] of cases) {
      const seen = values.get(field)?.value ?? 'none';
      expect([field, await readRefusal(await change(person, [code, field], value, seen))]).toEqual([
        field,
        [400, { value: refusal }],
      ]);
    }
    const crossed = await change(dealer, ['LTC', 'max'], '0.00000001', 'none');
    expect(await crossed.json()).toMatchObject({ value: [expect.stringContaining('0,00000001 LTC')] });
    expect(await readRefusal(await change(dealer, ['NOPE', 'min'], '1', '1'))).toEqual([404, 'not_found']);
    expect(JSON.stringify(await listOperatorChanges(testServer))).not.toContain('currency');
  });

  test('lets one of two people win, and only those with the right', async () => {
    const [anna, boris] = await openAnnaAndBoris(testServer, 'dealer');
    const isAnnaFirst = await expectOneWinner(
      change(anna, ['LTC', 'max'], '100', 'none'),
      change(boris, ['LTC', 'max'], '200', 'none'),
    );
    for (const role of STAFF_ROLES) {
      const browser = await openStaff(testServer, role);
      for (const field of CURRENCY_FIELDS) {
        const isPayment = field === 'confirmations' || field === 'contract';
        const response = await change(browser, ['USDTERC20', field], 'none', 'x');
        const isRefused = role !== (isPayment ? 'admin' : 'dealer');
        expect([role, field, response.status === 403]).toEqual([role, field, isRefused]);
      }
      expect((await readCurrency(browser, 'LTC')).max).toBe(isAnnaFirst ? '100' : '200');
    }
    // Which payments are recorded needs a recent proof of identity, as requisites do.
    const admin = await openStaff(testServer, 'admin', 'admin-2@razmen.example');
    testServer.advanceClock(11 * 60_000);
    await admin.refresh();
    expect(await readRefusal(await change(admin, ['USDTERC20', 'contract'], CONTRACT, 'none'))).toEqual([
      403,
      'confirm_required',
    ]);
  });
});
