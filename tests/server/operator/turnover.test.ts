import { expect, test } from 'vitest';
import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import type { Turnover } from '#core/contract/operator/turnover.ts';
import { addDays, toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { calculateProfit } from '#server/partners/ledger/calculateProfitShare.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { readRefusal } from '../accounts/support/passkeyBrowser.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { startServerToday } from '../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from './staff/support/staffBrowser.ts';

const DAY_MS = 86_400_000;

/** Completes an exchange of `amount`, `minutes` after its payment. Returns its row. */
async function completeExchange(
  testServer: TestServer,
  [from, to, amount]: readonly [string, string, string],
  minutes: number,
) {
  const driver = await createClaimDriver(testServer, from, to, amount);
  await driver.pay(amount);
  testServer.advanceClock(minutes * 60_000);
  const row = await driver.fetchRow();
  await driver.move(...(row.status === 'paid' ? [] : (['aml', 'paid'] as const)), 'payout', 'completed');
  return driver.fetchRow();
}

test.each([
  // Sent 2 LTC at 8000, received 15872, at 100 USD: 128 of 16000 is 0.8 % of 200 USD.
  [{ to_amount: 1_587_200n, source_course: '8000', usd_price: '100' }, 200_000_000n, 16_000n],
  // A third of a cent is rounded down, and a loss away from zero.
  [{ to_amount: 1_599_999n, source_course: '8000', usd_price: '1' }, 200_000_000n, 0n],
  [{ to_amount: 1_600_001n, source_course: '8000', usd_price: '1' }, 200_000_000n, -1n],
  [{ to_amount: 1_600_000n, source_course: '8000', usd_price: '1' }, 200_000_000n, 0n],
  [{ to_amount: 1n, source_course: '0.3', usd_price: '3' }, 10_000_000_000_000_000_00n, 299_999_999_999_000n],
  [{ to_amount: 1_587_200n, source_course: '8000', usd_price: null }, 200_000_000n, null],
])('calculates the profit of a claim exactly: %o', (claim, exchanged, profit) => {
  const currencies = { from: { code: 'LTC', decimals: 8 }, to: { code: 'SBERRUB', decimals: 2 } };
  expect(calculateProfit({ claim, currencies, exchanged })).toBe(profit);
});

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  test('counts by day of completion and by pair, without simulated claims, and exports the same', async () => {
    const { context } = testServer;
    // The start of a day, so that no exchange of the test crosses its end.
    testServer.advanceClock(DAY_MS - ((testServer.now() + 3 * 3_600_000) % DAY_MS));
    const first = toExchangeDay(testServer.now());
    const sold = await completeExchange(testServer, ['LTC', 'SBERRUB', '2'], 4);
    await createClaimDriver(testServer, 'LTC', 'SBERRUB', '3');
    const simulated = await completeExchange(testServer, ['LTC', 'SBERRUB', '5'], 40);
    await context.db.insertInto('simulated_claims').values({ claim_id: simulated.id }).execute();
    const unpriced = await completeExchange(testServer, ['LTC', 'SBERRUB', '4'], 10);
    await context.db
      .updateTable('claims')
      .set({ usd_price: null, turnover: null })
      .where('id', '=', unpriced.id)
      .execute();
    testServer.advanceClock(2 * DAY_MS);
    const bought = await completeExchange(testServer, ['SBERRUB', 'LTC', '7000'], 6);
    const last = addDays(first, 2);

    const support = await openStaff(testServer, 'support');
    const path = `turnover/?date_from=${first}&date_to=${last}`;
    const turnover = await readOperator<Turnover>(support, path);
    const usd = (row: typeof sold) => Number(row.turnover) / 100;
    /** What the course gives less than the source course, at the price of what is sent. */
    const profitOf = (row: typeof sold, from: number, to: number) =>
      (Number(row.from_amount) / 10 ** from - Number(row.to_amount) / 10 ** to / Number(row.source_course)) *
      Number(row.usd_price);
    const profits = [profitOf(sold, 8, 2), profitOf(bought, 2, 8)] as const;
    expect(Math.min(...profits)).toBeGreaterThan(0);
    expect(turnover).toMatchObject({ dateFrom: first, dateTo: last });
    expect(turnover.totals).toMatchObject({
      claims: 4,
      completed: 3,
      exchanges: 3,
      unpriced: 1,
      payoutMinutes: 6,
    });
    expect(Number(turnover.totals.turnover)).toBeCloseTo(usd(sold) + usd(bought), 6);
    expect(Number(turnover.totals.profit)).toBeCloseTo(profits[0] + profits[1], 3);
    expect(turnover.rows).toMatchObject([
      { key: first, claims: 3, completed: 2, exchanges: 2, payoutMinutes: 10 },
      {
        key: addDays(first, 1),
        claims: 0,
        exchanges: 0,
        turnover: '0.00',
        profit: '0.0000',
        unpriced: 0,
        payoutMinutes: null,
      },
      { key: last, claims: 1, completed: 1, exchanges: 1, payoutMinutes: 6 },
    ]);
    expect(turnover.pairs.map(({ key }) => key).toSorted()).toEqual(['LTC SBERRUB', 'SBERRUB LTC']);
    const pair = turnover.pairs.find(({ key }) => key === 'LTC SBERRUB');
    expect(pair).toMatchObject({ claims: 3, completed: 2, exchanges: 2 });
    expect(Number(pair?.profit)).toBeCloseTo(profits[0], 3);
    const [month] = (await readOperator<Turnover>(support, `${path}&group=month`)).rows;
    expect(month?.key).toBe(`${first.slice(0, 8)}01`);

    // A name that a spreadsheet would run.
    await context.db.updateTable('currencies').set({ name: '=1+1' }).where('code', '=', 'SBERRUB').execute();
    await context.catalogue.reload();
    const days = await (
      await callOperator(support, `turnover/export/?date_from=${first}&date_to=${last}`)
    ).text();
    const [, ...lines] = days.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    const [line] = turnover.rows;
    expect(lines[0]).toBe(
      [
        first,
        first.split('-').toReversed().join('.'),
        '3;2;66,7;2',
        line?.turnover.replace('.', ','),
        line?.profit.replace('.', ','),
        '1;10',
      ].join(';'),
    );
    expect(lines[1]).toMatch(/;0;0;;0;0,00;0,0000;0;$/);
    const pairs = await callOperator(
      support,
      `turnover/export/?date_from=${first}&date_to=${last}&rows=pair`,
    );
    expect(pairs.headers.get('content-type')).toContain('text/csv');
    expect(await pairs.text()).toContain("SBERRUB LTC;'=1+1");
  });

  test('every role reads it; clients and invalid periods are refused', async () => {
    for (const role of STAFF_ROLES) {
      const browser = await openStaff(testServer, role);
      const { dateFrom, dateTo, totals } = await readOperator<Turnover>(browser, 'turnover/');
      const today = toExchangeDay(testServer.now());
      expect([dateFrom, dateTo]).toEqual([`${today.slice(0, 8)}01`, today]);
      expect(totals).toEqual({
        claims: 0,
        completed: 0,
        exchanges: 0,
        turnover: '0.00',
        profit: '0.0000',
        unpriced: 0,
        payoutMinutes: null,
      });
    }
    const client = await openAccount(testServer, 'anna@razmen.example');
    for (const path of ['turnover/', 'turnover/export/'])
      expect(await readRefusal(await callOperator(client, path))).toEqual([403, 'staff_required']);
    const admin = await openStaff(testServer, 'admin', 'chief@razmen.example');
    for (const [query, refusal] of [
      ['date_from=2026-02-30', { date_from: 'body_invalid' }],
      ['date_to=9999-12-31', { date_to: 'body_invalid' }],
      ['date_from=2026-11-02&date_to=2026-11-01', { date_from: 'period_invalid' }],
      ['date_from=2024-01-01&date_to=2026-01-02', { date_from: 'period_invalid' }],
      ['group=hour', { group: 'body_invalid' }],
    ] as const)
      expect([query, ...(await readRefusal(await callOperator(admin, `turnover/?${query}`)))]).toEqual([
        query,
        400,
        refusal,
      ]);
    expect(await readRefusal(await callOperator(admin, 'turnover/export/?rows=client'))).toEqual([
      400,
      { rows: 'body_invalid' },
    ]);
    const longest = await readOperator<Turnover>(admin, 'turnover/?date_from=2024-01-01&date_to=2026-01-01');
    expect(longest.rows).toHaveLength(732);
    await readOperator<Turnover>(admin, 'turnover/?date_from=2099-01-01&date_to=2100-12-31&group=week');
  });
});
