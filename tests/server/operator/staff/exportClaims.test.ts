import { expect, test } from 'vitest';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import type { Turnover } from '#core/contract/operator/turnover.ts';
import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { LIST_BATCH_SIZE } from '#server/platform/lists/openList.ts';
import { createInProcessClient, TEST_CARD_NUMBER } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { openAccount, type AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { createClaimDriver } from '../../support/claimDriver.ts';
import { startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readLastChange, readOperator, searchFor } from './support/staffBrowser.ts';

const HEADINGS =
  'Заявка;Создана, по Москве;Выполнена, по Москве;Статус;Приходит;Валюта;Пришло;Уходит;Валюта;Выплачено;Курс;Прибыль, USD;Куда;Платежи;Выплата;Возврат'.split(
    ';',
  );

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  async function readCsv(browser: AccountBrowser, query = '', search = '') {
    const headers = searchFor(search);
    const response = await callOperator(browser, `claims/export/?${query}`, undefined, headers);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [headings, ...rows] = (await response.text())
      .trimEnd()
      .split('\r\n')
      .map(line => line.split(';'));
    return { headings, rows };
  }
  const readNumbers = async (browser: AccountBrowser, query: string, search?: string) =>
    (await readCsv(browser, query, search)).rows.map(([number]) => number);
  const readLastDetail = async () => JSON.parse((await readLastChange(testServer)).detail) as object;

  test('writes what an accountant needs, with masked requisites and exact amounts', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const driver = await createClaimDriver(testServer, 'TON', 'SBERRUB', '60');
    const { id, claim } = driver;
    await driver.pay('59.9', { reference: 'first' });
    await driver.pay('0.1', { reference: 'second' });
    await driver.move('aml', 'paid', 'payout');
    testServer.advanceClock(4 * 60_000);
    const payout = { to: 'completed', seen: 'payout', reference: '=HYPERLINK("x")' };
    await readOperator(cashier, `claims/${id}/status/`, payout);
    const { rows, headings } = await readCsv(cashier);
    expect(headings).toEqual(HEADINGS);
    const { course, fromSumma, toSumma } = await readOperator<OperatorClaimDetail>(cashier, `claims/${id}/`);
    const comma = (decimal: string) => decimal.replace('.', ',');
    const [row = []] = rows;
    const toMoscow = (ms: number) =>
      new Date(ms + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    expect(row.slice(1, 3).map(time => time.slice(0, 16))).toEqual(
      [testServer.now() - 4 * 60_000, testServer.now()].map(toMoscow),
    );
    const today = toExchangeDay(testServer.now());
    const { totals } = await readOperator<Turnover>(cashier, `turnover/?date_from=${today}&date_to=${today}`);
    const amounts = [comma(toSumma), 'SBERRUB', comma(toSumma), comma(course), comma(totals.profit)];
    const card = `${TEST_CARD_NUMBER.slice(0, 4)}\u00a0••••\u00a0${TEST_CARD_NUMBER.slice(-4)}`;
    expect(row.toSpliced(1, 2).join(';')).toBe(
      `${claim.number};Выполнена;${comma(fromSumma)};TON;${comma(fromSumma)};${amounts.join(';')};${card};first, second;"'=HYPERLINK(""x"")";`,
    );
  });

  test('has exactly the claims of the filters, over all batches, and leaves the rest empty', async () => {
    const support = await openStaff(testServer, 'support');
    const { fetchRow, claim } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await createClaimDriver(testServer, 'TON', 'SBERRUB', '60');
    const row = await fetchRow();
    const copies = Array.from({ length: 2 * LIST_BATCH_SIZE }, (_, index) => ({
      ...row,
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      number: row.number + 100n + BigInt(index),
      public_number: `COPY${index}`,
      status: 'cancelled' as const,
      pay_to: null,
      deadline: null,
      // Several are of the same millisecond, also at the end of a batch.
      created_at: row.created_at - BigInt(Math.floor(index / 3)),
    }));
    for (let index = 0; index < copies.length; index += 25)
      await testServer.context.db
        .insertInto('claims')
        .values(copies.slice(index, index + 25))
        .execute();
    const found = await readCsv(support, 'currency=ltc&status=&page=2&size=20');
    const numbers = found.rows.map(([number]) => number);
    expect(numbers).toHaveLength(copies.length + 1);
    expect(new Set(numbers)).toEqual(
      new Set([claim.number, ...copies.map(({ public_number }) => public_number)]),
    );
    expect(await readLastDetail()).toEqual({ rows: '1001', emails: 'false', currency: 'ltc' });
    expect(await readNumbers(support, 'currency=LTC&status=open')).toEqual([claim.number]);
    expect(await readNumbers(support, 'taken=', 'copy7')).toEqual(['COPY7']);
    expect(await readNumbers(support, 'taken=me')).toEqual([]);
    const [open = []] = (await readCsv(support, 'currency=LTC&status=open')).rows;
    expect(open.filter((_, index) => ![1, 10, 12].includes(index)).join(';')).toBe(
      `${claim.number};;Ожидает оплаты;2,00000000;LTC;;${claim.toSumma.replace('.', ',')};SBERRUB;;;;;`,
    );
  });

  test('records each export before it begins: who, which filters and how many rows, but no text of a search', async () => {
    const admin = await openStaff(testServer, 'admin');
    const client = createInProcessClient(testServer.app);
    const body = await client.buildClaim('SBERRUB', 'TON');
    const { number } = await client.createClaim({ ...body, email: "'=a@example.com" });
    expect(await readNumbers(admin, 'date_from=2020-01-01', "'=A@")).toEqual([number]);
    expect(await readLastChange(testServer)).toMatchObject({
      actor: 'admin@razmen.example',
      network: expect.stringMatching(/\/24$/) as string,
      command: 'claims export',
      target: 'claims',
    });
    const detail = { rows: '1', emails: 'true', search: 'true', date_from: '2020-01-01' };
    expect(await readLastDetail()).toEqual(detail);
    // A refused one is not recorded, and a file without rows is.
    expect(await readRefusal(await callOperator(admin, 'claims/export/?status=nothing'))).toEqual([
      400,
      { status: 'body_invalid' },
    ]);
    expect(await readLastDetail()).toEqual(detail);
    expect(await readNumbers(admin, 'status=refunded&taken=me')).toEqual([]);
    expect(await readLastDetail()).toEqual({ rows: '0', emails: 'true', status: 'refunded', taken: 'me' });
  });

  test('writes e-mails only for who has the right, and nothing for others than staff', async () => {
    const { claim, fetchRow } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const { email } = await fetchRow();
    for (const role of STAFF_ROLES) {
      const { headings = [], rows } = await readCsv(await openStaff(testServer, role));
      const isAdmin = role === 'admin';
      expect([role, headings.length, headings.at(-1), rows[0]?.[0], rows[0]?.includes(email)]).toEqual([
        role,
        HEADINGS.length + (isAdmin ? 1 : 0),
        isAdmin ? 'Почта' : 'Возврат',
        claim.number,
        isAdmin,
      ]);
    }
    const client = await openAccount(testServer, 'anna@mail.example');
    expect(await readRefusal(await callOperator(client, 'claims/export/'))).toEqual([403, 'staff_required']);
    expect((await testServer.get('/api/v1/operator/claims/export/')).status).toBe(401);
  });
});
