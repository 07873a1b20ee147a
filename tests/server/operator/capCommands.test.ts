import { expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createCalculatorClient } from '../support/calculatorClient.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { listOperatorChanges } from '../support/operatorCommand.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const calls = createBeforeEach(() => createOperatorCalls(testServer));

  test('check lists what margin_min caps, and invalid rows', async () => {
    const { db, catalogue } = testServer.context;
    const report = await calls.succeed('check');
    expect(report).toContain('margin_min (0.1 %) caps:');
    // (1 − 0.6 %) × (1 + 0.15 %) × (1 + 0.5 %) is 100.0468… % of the market's course.
    expect(report).toMatch(
      /^\S+ and \d+ more +0\.6 % +verified +0\.15 % +promocode START +-0\.0469 % +0\.003 %$/m,
    );
    for (const tier of ['0.05', '0.1', '0.15', '0.25'])
      expect(report).toMatch(new RegExp(`verified +${tier} % +tier ${tier} % `));
    expect(report).not.toContain('the pair');
    const pair = [catalogue.findCurrencyByCode('BTC')?.id, catalogue.findCurrencyByCode('ETH')?.id];
    const row = { from_id: BigInt(pair[0] ?? 0), to_id: BigInt(pair[1] ?? 0), max: null, closed: null };
    await db
      .insertInto('pairs')
      .values({ ...row, margin: '0.05', discount: null, frozen_course: null })
      .execute();
    await db.insertInto('settings').values({ name: 'margin_sell', value: '"-1"' }).execute();
    await catalogue.reload();
    const changed = await calls.succeed('check');
    expect(changed).toMatch(/^BTC-ETH +0\.05 % +any +0 % +the pair +0\.05 % +0 %$/m);
    expect(changed).toContain('Invalid row: settings margin_sell.');
    await db.updateTable('pairs').set({ margin: null, frozen_course: '1000' }).execute();
    await catalogue.reload();
    expect(await calls.succeed('check')).toMatch(/^BTC-ETH is frozen at 1000: clients get 29\.5\d+\.$/m);
    await db.deleteFrom('discount_tiers').execute();
    await db.deleteFrom('pairs').execute();
    await db.updateTable('promocodes').set({ active: 0n }).execute();
    await db.deleteFrom('settings').where('name', '=', 'margin_sell').execute();
    await catalogue.reload();
    expect(await calls.succeed('check')).toBe('margin_min (0.1 %) caps no combination of discounts.\n');
  });

  test('margins below margin_min are refused with the figure and the way out', () =>
    calls.expectRefusals([
      [
        'pair BTC-ETH margin 0.05',
        'BTC-ETH would keep 0.05 % of the market’s course, less than margin_min (0.1 %). It needs a margin of 0.1 %.',
      ],
      ['setting margin_swap 0.09', 'less than margin_min (0.1 %). It needs a margin of 0.1 %.'],
      [
        'setting margin_sell 0.59',
        'with a verified card, less than margin_min (0.1 %). It needs a margin of 0.5971 %.',
      ],
      ['setting verification_bonus 0.51', 'with a verified card, less than margin_min'],
      ['setting margin_min 0.2', 'less than margin_min (0.2 %)'],
      ['setting margin_min 5.1', 'is not a value of margin_min: percent below the market'],
      ['setting margin_min -0.1', 'is negative'],
      ['setting margin_min none', 'is not a value of margin_min'],
      ['pair BTC-ETH discount 1.01', 'No discount is above 1 %'],
      ['tier 60000 1.5', 'No discount is above 1 %'],
      [
        'rate freeze USDTTRC20-SBERRUB 81.9',
        '81.9 is above 81.83808, the market course 81.92 less margin_min (0.1 %)',
      ],
    ]));

  test('margin_min is changed with a record, within the check of the next course', async () => {
    const calculator = createCalculatorClient(testServer);
    expect(await calls.succeed('setting margin_min 0')).toBe('margin_min: 0.1 → 0.\n');
    expect(await calls.succeed('setting margin_min 2 --force')).toMatch(
      /^margin_min: 0 → 2\. margin_min now caps \d+ combinations of a pair and its discounts, before \d+\. List them: check\.\n$/,
    );
    expect((await calculator.course('USDTTRC20', 'SBERRUB')).course).toBe('80.2816');
    await calls.succeed('setting margin_min default');
    expect(await calls.succeed('settings')).toMatch(/^margin_min +0\.1 +default$/m);
    expect(await listOperatorChanges(testServer)).toEqual([
      ['setting', 'margin_min', { from: '0.1', to: '0' }],
      ['setting', 'margin_min', { from: '0', to: '2' }],
      ['setting', 'margin_min', { from: '2', to: 'default' }],
    ]);
  });

  test('a new tier or promocode shows where it is not given in full', async () => {
    expect(await calls.succeed('tier 60000 0.3')).toMatch(
      /^From 60000\.00 USD: 0\.3 %\.\nmargin_min \(0\.1 %\) caps \S+ and \d+ more with a verified card: 0\.003 % is given instead of 0\.3 %\.\n/,
    );
    const added = await calls.succeed('promocode add ALL 100');
    expect(added).toMatch(/^Promocode ALL returns 100 % of the margin, any number of times\.\n/);
    expect(added).toMatch(
      /^margin_min \(0\.1 %\) caps \S+ and \d+ more: 0\.503 % is given instead of 0\.6 %\.$/m,
    );
    expect(await calls.succeed('promocode ALL off')).toBe('Promocode ALL is off.\n');
    expect(await calls.succeed('promocode ALL on')).toContain('0.503 % is given instead of 0.6 %.');
    expect(await calls.succeed('promocode add TINY 1')).not.toContain(' more: ');
  });

  test('a tier or a promocode that no pair gives is refused', async () => {
    for (const name of ['margin_sell', 'margin_buy', 'margin_swap'])
      await calls.succeed(`setting ${name} 0.1 --force`);
    expect((await calls.run('promocode add ALL 100')).err).toContain('No pair gives 100 % of its margin');
    expect((await calls.run('tier 60000 0.3')).err).toContain('No pair gives a discount of 0.3 %');
    expect((await listOperatorChanges(testServer)).map(([command]) => command)).toEqual(
      Array.from({ length: 3 }, () => 'setting'),
    );
  });
});
