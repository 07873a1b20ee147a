import { expect, test } from 'vitest';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { createInProcessClient } from '../../../../support/claimClient.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../../support/testServer.ts';
import { readRefusal } from '../../../accounts/support/passkeyBrowser.ts';
import { runOperator, startServerToday } from '../../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from '../support/staffBrowser.ts';

const PAYMENT = 'БАНК-7';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  /** A claim, usually from a bank to a coin, which waits for its payment. */
  async function createClaim(fromSumma: string, from = 'SBERRUB', to = 'TON') {
    const client = createInProcessClient(testServer.app);
    return client.createClaim(await client.buildClaim(from, to, { fromSumma }));
  }

  test('shows what is refunded, and that less money still pays the whole amount', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id, toSumma } = await createClaim('7000');
    const payment = { amount: '6000', reference: PAYMENT, seen: 'waiting' };
    const held = await readOperator<OperatorClaimDetail>(cashier, `claims/${id}/payments/`, payment);
    expect(held).toMatchObject({ status: 'hold', reason: 'underpaid' });
    const find = (to: string) => held.actions.find(action => action.to === to);
    expect(find('paid')?.effects).toContainEqual({
      code: 'payout_unchanged',
      amount: toSumma,
      currency: 'TON',
    });
    expect(find('refunding')).toMatchObject({
      accepts: ['reference', 'reason'],
      transfer: { kind: 'refund', amount: '6000.00', currency: 'SBERRUB' },
    });
    expect(find('confirming')).toBeUndefined();
    expect(find('rejected')?.transfer).toBeNull();
  });

  test('shows what becomes of an excess, and that late money is paid out as agreed', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const readPaid = async (amount: string, isLate: boolean) => {
      const { id, toSumma } = await createClaim('7000');
      if (isLate) await runOperator(testServer, 'claim', id, 'expired');
      const payment = { amount, reference: `IN-${id}`, seen: isLate ? 'expired' : 'waiting' };
      const { actions, recalculations } = await readOperator<OperatorClaimDetail>(
        cashier,
        `claims/${id}/payments/`,
        payment,
      );
      expect(recalculations).toMatchObject([{ state: 'offered', fromSumma: `${amount}.00` }]);
      const effects = actions.find(({ to }) => to === 'paid')?.effects;
      return { effects, payout: { amount: toSumma, currency: 'TON' } };
    };
    const excess = { code: 'money_unsettled', amount: '1000.00', currency: 'SBERRUB' };
    expect((await readPaid('8000', false)).effects).toEqual([excess]);
    const late = await readPaid('7000', true);
    expect(late.effects).toEqual([{ code: 'course_unchanged', ...late.payout }]);
    const both = await readPaid('8000', true);
    expect(both.effects).toEqual([{ code: 'course_unchanged', ...both.payout }, excess]);
    const less = await readPaid('6000', true);
    expect(less.effects).toEqual([{ code: 'payout_unchanged', ...less.payout }]);
    // A network confirms a payment after a hold, too.
    const coin = await createClaim('2', 'LTC', 'SBERRUB');
    const payment = { amount: '3', reference: `${'ab'.repeat(32)}:0`, seen: 'waiting' };
    const held = await readOperator<OperatorClaimDetail>(cashier, `claims/${coin.id}/payments/`, payment);
    expect(held.actions.find(({ to }) => to === 'confirming')?.effects).toContainEqual({
      code: 'money_unsettled',
      amount: '1.00000000',
      currency: 'LTC',
    });
  });

  test('says why the client cannot accept the offered amounts', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const pay = async (amount: string, reference: string) => {
      const { id } = await createClaim('14999');
      const payment = { amount, reference, seen: 'waiting', force: true };
      return readOperator<OperatorClaimDetail>(cashier, `claims/${id}/payments/`, payment);
    };
    const refused = { recalculations: [{ state: 'offered' }], offerRefusal: 'card_unverified' };
    expect(await pay('400000', PAYMENT)).toMatchObject(refused);
    expect(await pay('14000', 'БАНК-8')).toMatchObject({ ...refused, offerRefusal: null });
  });

  test('lets a client pay only what is missing', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id } = await createClaim('7000');
    const wait = { to: 'waiting', seen: 'hold' };
    const pay = (amount: string, reference: string, seen: string) =>
      readOperator<OperatorClaimDetail>(cashier, `claims/${id}/payments/`, { amount, reference, seen });
    const { actions } = await pay('6500', PAYMENT, 'waiting');
    expect(actions.find(({ to }) => to === 'waiting')?.effects).toEqual([
      { code: 'client_pays_rest', amount: '500.00', currency: 'SBERRUB' },
      { code: 'client_notified', amount: null, currency: null },
    ]);
    const complete = await pay('1000', 'БАНК-8', 'hold');
    expect(complete).toMatchObject({ status: 'hold', reason: 'overpaid', received: '7500.00' });
    expect(complete.actions.map(({ to }) => to)).toEqual(['paid', 'refunding', 'rejected']);
    expect(await readRefusal(await callOperator(cashier, `claims/${id}/status/`, wait))).toEqual([
      409,
      'transition_forbidden',
    ]);
    const late = await createClaim('7000');
    await runOperator(testServer, 'claim', late.id, 'expired');
    const body = { amount: '7000', reference: 'LATE', seen: 'expired' };
    const held = await readOperator<OperatorClaimDetail>(cashier, `claims/${late.id}/payments/`, body);
    expect(held).toMatchObject({ status: 'hold', reason: 'paid_late' });
    expect(await readRefusal(await callOperator(cashier, `claims/${late.id}/status/`, wait))).toEqual([
      409,
      'transition_forbidden',
    ]);
    const unpaid = await createClaim('7000');
    for (const to of ['claimed', 'hold']) await runOperator(testServer, 'claim', unpaid.id, to);
    const { actions: unpaidActions } = await readOperator<OperatorClaimDetail>(
      cashier,
      `claims/${unpaid.id}/`,
    );
    const waiting = unpaidActions.find(({ to }) => to === 'waiting');
    expect(waiting?.effects.map(({ code }) => code)).toEqual(['client_decides', 'client_notified']);
  });

  test('closes no claim without payment that has money; its deadline puts it on hold', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id } = await createClaim('7000');
    const payment = { amount: '6500', reference: PAYMENT, seen: 'waiting' };
    await readOperator(cashier, `claims/${id}/payments/`, payment);
    const change = (to: string, seen: string) =>
      readOperator<OperatorClaimDetail>(cashier, `claims/${id}/status/`, { to, seen });
    const list = ({ actions }: OperatorClaimDetail) => actions.map(({ to }) => to);
    expect(list(await change('waiting', 'hold'))).toEqual(['claimed']);
    const expiry = { to: 'expired', seen: 'waiting' };
    const forbidden = await callOperator(cashier, `claims/${id}/status/`, expiry);
    expect(forbidden.status).toBe(409);
    expect(await forbidden.json()).toMatchObject({ code: 'transition_forbidden', allowed: ['claimed'] });
    expect(list(await change('claimed', 'waiting'))).toEqual(['paid', 'hold']);
    testServer.advanceClock(4 * 3_600_000);
    expect(await expireOverdueClaims(testServer.context)).toBe(1);
    const status = ['status', 'reason'] as const;
    const row = testServer.context.db.selectFrom('claims').select(status).where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ status: 'hold', reason: 'underpaid' });
  });
});
