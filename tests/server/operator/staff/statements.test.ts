import { expect, test } from 'vitest';
import {
  MAX_MATCHED_LINES,
  type MatchedStatement,
  type StatementLines,
} from '#core/contract/operator/transfers/statements.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { createClaimDriver } from '../../support/claimDriver.ts';
import { runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from './support/staffBrowser.ts';

const PATH = 'statements/match/';
const DAY_MS = 86_400_000;

type Line = StatementLines['lines'][number];

const buildLine = (amount: string, text = '', reference = `bank ${amount} ${text}`): Line => ({
  amount,
  text,
  reference,
});

async function match(browser: AccountBrowser, ...lines: Line[]) {
  return (await readOperator<MatchedStatement>(browser, PATH, { currency: 'SBERRUB', lines })).lines;
}

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));
  const createClaim = (fromSumma: string) => createClaimDriver(testServer, 'SBERRUB', 'LTC', fromSumma);

  test('finds claims by the number in the text, then by the exact amount, and those recorded already', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const [first, second, other] = [
      await createClaim('7000'),
      await createClaim('7000'),
      await createClaim('8000'),
    ];
    const { number } = second.claim;
    const [both, amount, wrongAmount, none] = await match(
      cashier,
      buildLine('7000.00', `Перевод по заявке №${number.toLowerCase()}, спасибо`),
      buildLine('7000'),
      buildLine('7001', `${number}`),
      buildLine('7001', `x${number} ABCDEFGH 234567`),
    );
    const numbered = { id: second.id, publicNumber: number, status: 'waiting', expected: '7000.00' };
    expect(both).toMatchObject({
      recorded: null,
      matches: [
        { ...numbered, isNumbered: true, isExact: true },
        { id: first.id, isNumbered: false, isExact: true },
      ],
    });
    expect(amount?.matches.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(wrongAmount?.matches).toMatchObject([{ ...numbered, isNumbered: true, isExact: false }]);
    expect(none).toEqual({ recorded: null, similar: null, unpayable: null, matches: [] });

    await other.pay('8000', { reference: 'BANK 8000' });
    const [recorded] = await match(cashier, buildLine('8000', '', ' bank  8000 '));
    expect(recorded).toEqual({
      recorded: { id: other.id, publicNumber: other.claim.number },
      similar: null,
      unpayable: null,
      matches: [],
    });
  });

  test('names the claim of a number that cannot take a payment yet, beside those that can', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { db } = testServer.context;
    await db.updateTable('payment_requisites').set({ active: 0n }).execute();
    const { id, claim } = await createClaim('7000');
    await db.updateTable('payment_requisites').set({ active: 1n }).execute();
    const other = await createClaim('7000');
    const [named, unnamed] = await match(cashier, buildLine('7000', claim.number), buildLine('7000'));
    const matches = [{ id: other.id, isNumbered: false, isExact: true }];
    const unpayable = { id, publicNumber: claim.number, status: 'requisites' };
    expect(named).toMatchObject({ recorded: null, unpayable, matches });
    expect(unnamed).toMatchObject({ unpayable: null, matches });
  });

  test('finds the rest of a part payment, and claims that ended in the last week', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const part = await createClaim('9000');
    await part.pay('4000');
    expect((await match(cashier, buildLine('5000')))[0]?.matches).toMatchObject([
      { id: part.id, status: 'hold', expected: '5000.00', isExact: true },
    ]);
    const cancelled = await createClaim('6000');
    await cancelled.move('cancelled');
    expect((await match(cashier, buildLine('6000')))[0]?.matches).toMatchObject([{ id: cancelled.id }]);
    testServer.advanceClock(8 * DAY_MS);
    const later = await openStaff(testServer, 'cashier', 'later@razmen.example');
    const [byAmount, byNumber] = await match(
      later,
      buildLine('6000'),
      buildLine('6000', cancelled.claim.number),
    );
    expect(byAmount?.matches).toEqual([]);
    expect(byNumber?.matches).toMatchObject([{ id: cancelled.id, status: 'cancelled' }]);
  });

  test('shows the claim that perhaps has the transfer, which a person recorded by its number', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const [paid, open] = [await createClaim('7000'), await createClaim('7000')];
    await paid.pay('7000', { reference: '9100' });
    const [same, otherAmount, otherNumber] = await match(
      cashier,
      buildLine('7000', open.claim.number, '009100 28.11.2026 22:17:00 7000.00'),
      buildLine('7001', '', '9100 28.11.2026 7001.00'),
      buildLine('7000', '', '9101 28.11.2026 7000.00'),
    );
    expect(same).toMatchObject({
      recorded: null,
      similar: { id: paid.id, publicNumber: paid.claim.number },
      matches: [{ id: open.id, isNumbered: true, isExact: true }],
    });
    expect(otherAmount?.similar).toBeNull();
    expect(otherNumber?.similar).toBeNull();
  });

  test('finds internal numbers if clients see those, but not other digits', async () => {
    await runOperator(testServer, 'setting', 'usePublicId', 'false');
    const cashier = await openStaff(testServer, 'cashier');
    const claim = await createClaim('7000');
    const { number } = await claim.fetchRow();
    const lines = [`Заявка № ${number}`, `заявки ${number}.`, `${number}`, `№${number}0`];
    const found = await match(cashier, ...lines.map(text => buildLine('1', text)));
    expect(found.map(({ matches }) => matches.length)).toEqual([1, 1, 0, 0]);
  });

  test('refuses guests, unknown currencies, and too many or too long lines', async () => {
    const support = await openStaff(testServer, 'support');
    const send = async (body: object) => readRefusal(await callOperator(support, PATH, body));
    const line = buildLine('1');
    for (const currency of ['NONE', ''])
      expect(await send({ currency, lines: [line] })).toEqual([400, { currency: 'option_unknown' }]);
    expect((await send({ currency: 'SBERRUB', lines: [] }))[0]).toBe(400);
    expect((await send({ currency: 'SBERRUB', lines: Array(MAX_MATCHED_LINES + 1).fill(line) }))[0]).toBe(
      400,
    );
    for (const invalid of [
      { amount: '-1' },
      { amount: '1e9' },
      { reference: ' ' },
      { text: 'x'.repeat(501) },
    ])
      expect((await send({ currency: 'SBERRUB', lines: [{ ...line, ...invalid }] }))[0]).toBe(400);
    // The largest amount that the schema accepts, and more digits than the currency has.
    const extremes = ['9'.repeat(40), '0', '0.001'].map(amount => buildLine(amount));
    expect(await match(support, ...extremes)).toEqual(
      extremes.map(() => ({ recorded: null, similar: null, unpayable: null, matches: [] })),
    );
    expect((await testServer.app.request(`/api/v1/operator/${PATH}`, { method: 'POST' })).status).toBe(401);
  });
});
