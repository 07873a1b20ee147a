import { expect, test } from 'vitest';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { freezeCourse, takePercent } from '../../../../support/frozenCourse.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../../support/testServer.ts';
import type { AccountBrowser } from '../../../accounts/support/accountBrowser.ts';
import { createClaimDriver } from '../../../support/claimDriver.ts';
import { expectBalancedLedger } from '../../../support/ledgerAssertions.ts';
import { runOperator, startServerToday } from '../../../support/operatorCommand.ts';
import { callOperator, openStaff, readLastChange, readOperator } from '../support/staffBrowser.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));
  const createClaim = (fromSumma: string) => createClaimDriver(testServer, 'SBERRUB', 'TON', fromSumma);

  const record = (
    cashier: AccountBrowser,
    id: string,
    { force = false, ...payment }: { amount: string; reference: string; force?: boolean },
  ) =>
    readOperator<OperatorClaimDetail>(cashier, `claims/${id}/payments/`, {
      ...payment,
      seen: 'waiting',
      force,
    });
  const correct = (
    cashier: AccountBrowser,
    id: string,
    recorded: string,
    corrected: object | null,
    seen = 'paid',
  ) => callOperator(cashier, `claims/${id}/payments/corrections/`, { recorded, seen, corrected });
  const readClaim = async (response: Response) => {
    const text = await response.text();
    expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
    return JSON.parse(text) as OperatorClaimDetail;
  };
  const readCode = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ];
  const listPayments = ({ money }: OperatorClaimDetail) =>
    money.map(({ amount, reference, isCorrectable }) => [amount, reference, isCorrectable]);

  test('a mistyped amount is corrected: the claim is what it would have been', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id } = await createClaim('7000');
    const doubted = { amount: '70000', reference: '9100', seen: 'waiting' };
    for (const amount of ['70000', '700'])
      expect(
        await readCode(await callOperator(cashier, `claims/${id}/payments/`, { ...doubted, amount })),
      ).toEqual([409, 'payment_far']);
    const held = await record(cashier, id, { amount: '70000', reference: '9100', force: true });
    expect([held.status, held.reason, listPayments(held)]).toEqual([
      'hold',
      'overpaid',
      [['70000.00', '9100', true]],
    ]);
    const offered = held.recalculations.filter(({ state }) => state === 'offered');
    expect(offered).toHaveLength(1);
    const at = held.money[0]?.at;
    testServer.advanceClock(60_000);
    const paid = await readClaim(
      await correct(cashier, id, '9100', { amount: '7000', reference: '9100' }, 'hold'),
    );
    expect([paid.status, paid.reason, paid.received, paid.fromSumma, paid.toSumma]).toEqual([
      'paid',
      null,
      '7000.00',
      held.fromSumma,
      held.toSumma,
    ]);
    expect(paid.recalculations.filter(({ state }) => state === 'offered')).toEqual([]);
    // The money arrived when it was first recorded.
    expect(paid.money).toEqual([expect.objectContaining({ amount: '7000.00', at, isCorrectable: true })]);
    const { command, target, detail, actor } = await readLastChange(testServer);
    expect([command, target, actor]).toEqual(['payment correct', id, 'cashier@razmen.example']);
    expect(JSON.parse(detail)).toEqual({
      from: 'hold',
      to: 'paid',
      reason: null,
      amount: '7000.00',
      reference: '9100',
      mistakenAmount: '70000.00',
      mistakenReference: '9100',
    });
    await expectBalancedLedger(testServer.context.db);
  });

  test('a mistyped number changes nothing else; too little money puts a paid claim on hold', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id } = await createClaim('7000');
    await record(cashier, id, { amount: '7000', reference: '9100' });
    const same = await correct(cashier, id, '9100', { amount: '7000', reference: '9100' });
    expect([same.status, await same.json()]).toMatchObject([400, { codes: { amount: 'value_same' } }]);
    const renamed = await readClaim(
      await correct(cashier, id, '9100', { amount: '7000', reference: '9100 28.11.2026' }),
    );
    expect([renamed.status, listPayments(renamed)]).toEqual(['paid', [['7000.00', '9100 28.11.2026', true]]]);
    expect(renamed.timeline.filter(({ kind }) => kind === 'status').at(-1)).toMatchObject({ status: 'paid' });

    const less = await readClaim(
      await correct(cashier, id, '9100 28.11.2026', { amount: '5000', reference: '9101' }),
    );
    expect([less.status, less.reason, less.received]).toEqual(['hold', 'underpaid', '5000.00']);
    expect(less.recalculations.filter(({ state }) => state === 'offered')).toMatchObject([
      { fromSumma: '5000.00' },
    ]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('a payment of another claim is taken back, its number is free, and the claim waits for its own', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const [wrong, right] = [await createClaim('7000'), await createClaim('7100')];
    await record(cashier, wrong.id, { amount: '7100', reference: '9100' });
    const removed = await readClaim(await correct(cashier, wrong.id, '9100', null, 'hold'));
    expect([removed.status, removed.reason, removed.received, removed.money]).toEqual([
      'waiting',
      null,
      null,
      [],
    ]);
    expect(removed.recalculations.filter(({ state }) => state === 'offered')).toEqual([]);
    expect(removed.timeline.slice(-2)).toMatchObject([
      { kind: 'status', status: 'waiting', by: 'cashier@razmen.example' },
      { kind: 'change', text: 'payment remove', by: 'cashier@razmen.example' },
    ]);
    expect((await record(cashier, right.id, { amount: '7100', reference: '9100' })).status).toBe('paid');
    const own = await record(cashier, wrong.id, { amount: '7000', reference: '9105' });
    expect([own.status, own.received]).toEqual(['paid', '7000.00']);
    await expectBalancedLedger(testServer.context.db);
  });

  test('a claim without its payment has the course and the deadline of before, and expires', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const client = await createClaim('7000');
    const { db } = testServer.context;
    const readRow = () =>
      db.selectFrom('claims').selectAll().where('id', '=', client.id).executeTakeFirstOrThrow();
    const before = await readRow();
    await freezeCourse(testServer, 'SBERRUB', 'TON', takePercent(client.claim.course, 90n));
    for (const amount of ['7000', '6000']) {
      await record(cashier, client.id, { amount, reference: `N${amount}` });
      const seen = amount === '7000' ? 'paid' : 'hold';
      expect((await correct(cashier, client.id, `N${amount}`, null, seen)).status).toBe(200);
      expect(await readRow()).toEqual({ ...before, updated_at: expect.anything() as bigint });
    }
    testServer.advanceClock(24 * 3_600_000);
    await expireOverdueClaims(testServer.context);
    expect((await readRow()).status).toBe('expired');
    await expectBalancedLedger(db);
  });

  test.each([
    ['6000', '7000', ['hold underpaid', 'paid']],
    ['8000', '9000', ['hold overpaid']],
    ['6000', '9000', ['hold underpaid', 'hold overpaid']],
    ['7000', '9000', ['paid', 'hold overpaid']],
    ['7000', '6000', ['paid', 'hold underpaid']],
  ])('the history after %s instead of %s has no status that never was', async (mistaken, right, expected) => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id } = await createClaim('7000');
    const { status } = await record(cashier, id, { amount: mistaken, reference: 'A1' });
    const corrected = await readClaim(
      await correct(cashier, id, 'A1', { amount: right, reference: 'A1' }, status),
    );
    const history = corrected.timeline
      .filter(({ kind }) => kind === 'status')
      .map(({ status: to, reason }) => [to, reason].filter(Boolean).join(' '));
    expect(history.slice(-expected.length - 1)).toEqual(['claimed', ...expected]);
    expect([corrected.status, corrected.reason].filter(Boolean).join(' ')).toBe(expected.at(-1));
    const offers = corrected.recalculations.filter(({ state }) => state === 'offered');
    expect(offers.map(({ fromSumma }) => fromSumma)).toEqual(
      corrected.status === 'hold' ? [`${right}.00`] : [],
    );
  });

  test('again, by two people, with a used number, and after the payout it is refused with the reason', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const [first, second] = [await createClaim('7000'), await createClaim('7000')];
    await record(cashier, first.id, { amount: '7000', reference: '9100' });
    await record(cashier, second.id, { amount: '7000', reference: '9200' });
    const used = { amount: '7000', reference: '9200' };
    expect(await readCode(await correct(cashier, first.id, '9100', used))).toEqual([409, 'reference_used']);
    const sent = await Promise.all([
      correct(cashier, first.id, '9100', null),
      correct(cashier, first.id, '9100', null),
    ]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await readCode(await correct(cashier, first.id, '9100', null, 'waiting'))).toEqual([
      409,
      'payment_gone',
    ]);
    const { code } = await runOperator(testServer, 'claim', second.id, 'payout');
    expect(code).toBe(0);
    expect(await readCode(await correct(cashier, second.id, '9200', null, 'payout'))).toEqual([
      409,
      'payment_final',
    ]);
    const bad = { amount: '0', reference: '9300' };
    expect((await correct(cashier, second.id, '9200', bad, 'payout')).status).toBe(400);
    const support = await openStaff(testServer, 'support');
    expect(await readCode(await correct(support, second.id, '9200', null, 'payout'))).toEqual([
      403,
      'right_missing',
    ]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('money of an ended claim is taken back from the ledger, until it is returned', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id } = await createClaim('7000');
    await runOperator(testServer, 'claim', id, '--amount', '9000', '--reference', 'IN-1');
    await runOperator(testServer, 'claim', id, 'rejected', '--reason', 'manual');
    const late = { amount: '100', reference: 'LATE-1', seen: 'rejected' };
    const ended = await readOperator<OperatorClaimDetail>(cashier, `claims/${id}/payments/`, late);
    expect(ended.unsettled).toBe('9100.00');
    const removed = await readClaim(await correct(cashier, id, 'LATE-1', null, 'rejected'));
    expect([removed.status, removed.unsettled, listPayments(removed)]).toEqual([
      'rejected',
      '9000.00',
      [['9000.00', 'IN-1', true]],
    ]);
    const less = { amount: '8000', reference: 'IN-1' };
    const lessened = await readClaim(await correct(cashier, id, 'IN-1', less, 'rejected'));
    expect([lessened.status, lessened.unsettled]).toEqual(['rejected', '8000.00']);
    await runOperator(testServer, 'return', id, '1', '--reference', 'OUT-1');
    expect(await readCode(await correct(cashier, id, 'IN-1', null, 'rejected'))).toEqual([
      409,
      'payment_final',
    ]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('the command does the same, and a payment without a person is final', async () => {
    const { id, claim } = await createClaim('7000');
    const run = (...words: string[]) => runOperator(testServer, ...words);
    const typed = ['claim', id, '--amount', '70000', '--reference', '9100'];
    expect((await run(...typed)).err).toContain('is ten times more or less');
    await run(...typed, '--force');
    const far = ['payment', 'correct', claim.number, '9100', '--amount', '700', '--reference', '9101'];
    expect((await run(...far)).err).toContain('700.00 SBERRUB is ten times more or less');
    const right = ['--amount', '7000', '--reference', 'a-1'];
    const corrected = await run('payment', 'correct', claim.number, '9100', ...right);
    expect([corrected.code, corrected.out]).toEqual([
      0,
      `${claim.number}: 7000.00 SBERRUB recorded as A-1. Status: hold → paid.\n`,
    ]);
    const again = await run('payment', 'correct', claim.number, 'a-1', ...right);
    expect(again.err).toBe('The payment is recorded like this already. Nothing was changed.\n');
    const removed = await run('payment', 'remove', claim.number, 'a-1');
    expect(removed.out).toBe(`${claim.number}: the payment A-1 is taken back. Status: paid → waiting.\n`);
    const gone = await run('payment', 'remove', claim.number, 'a-1');
    expect([gone.code, gone.err]).toEqual([1, `${claim.number} has no payment A-1. Nothing was changed.\n`]);
    const { db } = testServer.context;
    const { from_id: currency_id } = await db
      .selectFrom('claims')
      .select('from_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const payment = { claim_id: id, currency_id, amount: 700000n, reference: 'ADAPTER-1', at: 0n };
    await db.insertInto('payments').values(payment).execute();
    const final = await run('payment', 'remove', claim.number, 'ADAPTER-1');
    expect(final.err).toContain('cannot be corrected');
  });
});
