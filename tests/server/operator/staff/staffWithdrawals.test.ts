import { beforeEach, expect, test } from 'vitest';
import type { StaffRole } from '#core/contract/operator/staff.ts';
import type { Today } from '#core/contract/operator/today/today.ts';
import type {
  OperatorWithdrawal,
  OperatorWithdrawals,
  WithdrawalAction,
} from '#core/contract/operator/withdrawals.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { WALLET_ADDRESS } from '../../accounts/support/requisiteClient.ts';
import { creditPartner } from '../../referral/support/creditPartner.ts';
import { completeClaim, expectBalancedPartners, openPartner } from '../../referral/support/partnerClient.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { createOperatorCalls } from '../../support/operatorCalls.ts';
import { callOperator, openStaff, readOperator } from './support/staffBrowser.ts';

const HOUR_MS = 3_600_000;

forEachDatabase(startServer => {
  let partner: Awaited<ReturnType<typeof openPartner>>;
  let wallet: string;
  let cashier: AccountBrowser;

  /** A partner with 200 USD and a wallet, and a cashier. The clock is the real one, which operator's commands use. */
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  const operator = createBeforeEach(() => createOperatorCalls(testServer));
  beforeEach(async () => {
    testServer.advanceClock(Date.now() - 24 * HOUR_MS - testServer.now());
    partner = await openPartner(testServer);
    wallet = await partner.addWallet();
    await completeClaim(testServer, null, { path: [] });
    const { id } = await testServer.context.db.selectFrom('partners').select('id').executeTakeFirstOrThrow();
    await creditPartner(testServer.context, id, { amount: 2_000_000n, now: testServer.now() });
    cashier = await openStaff(testServer, 'cashier');
  });

  const request = async (summa = '50') => {
    const response = await partner.withdraw(wallet, summa);
    expect(response.status).toBe(201);
    // The order of the list is that of the times.
    testServer.advanceClock(1);
    return ((await response.json()) as { id: string }).id;
  };
  const send = (id: string, action: WithdrawalAction, browser = cashier) =>
    callOperator(browser, `withdrawals/${id}/action/`, action);
  const change = (id: string, action: WithdrawalAction) =>
    readOperator<OperatorWithdrawal>(cashier, `withdrawals/${id}/action/`, action);
  const list = async (query = '') =>
    (await readOperator<OperatorWithdrawals>(cashier, `withdrawals/${query}`)).results;
  const listAudit = () =>
    testServer.context.db
      .selectFrom('operator_changes')
      .select(['actor', 'network', 'command', 'target', 'detail'])
      .where('command', 'like', 'withdrawal%')
      .orderBy('id')
      .execute();

  test('lists what waits, masks where to pay until it is begun, and records the payment', async () => {
    const [first, second] = [await request('50.5'), await request('60')];
    const { groups } = await readOperator<Today>(cashier, 'today/');
    expect(groups).toMatchObject([{ kind: 'withdrawals', right: 'payouts', count: 2 }]);
    expect(groups[0]?.rows[0]).toMatchObject({ id: first, target: 'withdrawal' });
    const waiting = await list();
    expect(waiting.map(({ id }) => id)).toEqual([first, second]);
    expect(JSON.stringify(waiting)).not.toContain(WALLET_ADDRESS);
    expect(waiting[0]).toMatchObject({
      status: 0,
      partner: partner.email,
      summa: '50.5000',
      fee: '1.5000',
      toSumma: '49.00',
      requisite: 'TJRab…pRTv8',
      requisites: null,
      begunAt: null,
      by: null,
    });
    expect(await readRefusal(await send(first, { action: 'pay', reference: '1' }))).toEqual([
      409,
      'withdrawal_not_begun',
    ]);
    const begun = await change(first, { action: 'begin' });
    expect(begun).toMatchObject({ status: 0, canCancel: false, by: 'cashier@razmen.example' });
    expect(begun.requisites).toMatchObject([{ name: 'account', value: WALLET_ADDRESS }]);
    expect((await partner.cancelWithdrawal(first)).status).toBe(409);
    expect(await readRefusal(await send(first, { action: 'pay', reference: ' ' }))).toEqual([
      400,
      { reference: 'empty' },
    ]);
    const paid = await change(first, { action: 'pay', reference: '9f86d081' });
    expect(paid).toMatchObject({ status: 1, reference: '9f86d081', requisites: null });
    expect((await list()).map(({ id }) => id)).toEqual([second]);
    expect((await list('?status=paid')).map(({ id }) => id)).toEqual([first]);
    expect((await callOperator(cashier, 'withdrawals/?status=lost')).status).toBe(400);
    const entry = {
      actor: 'cashier@razmen.example',
      network: expect.stringMatching(/\/24$/) as string,
      target: first,
    };
    expect(await listAudit()).toEqual([
      { ...entry, command: 'withdrawal begin', detail: JSON.stringify({ amount: '50.5000' }) },
      {
        ...entry,
        command: 'withdrawal pay',
        detail: JSON.stringify({ amount: '50.5000', reference: '9f86d081' }),
      },
    ]);
    await expectBalancedPartners(testServer.context.db);
    await expectBalancedLedger(testServer.context.db);
  });

  test('cancels with a reason that the partner reads; one that somebody has begun only knowingly', async () => {
    const id = await request();
    const reason = 'Кошелёк не принимает переводы';
    await operator.succeed(`withdrawal ${id} begin --as boris`);
    const late = await send(id, { action: 'cancel', reason, isBegun: false });
    expect(late.status).toBe(409);
    const { begunAt } = (await list())[0] ?? {};
    expect(await late.json()).toMatchObject({
      code: 'withdrawal_begun',
      status: 0,
      by: 'boris',
      at: begunAt,
    });
    expect(await change(id, { action: 'cancel', reason, isBegun: true })).toMatchObject({
      status: 2,
      reason,
    });
    expect((await partner.withdrawals()).results).toMatchObject([{ status: 2, reason }]);
    expect((await partner.programme()).available).toBe('200.0000');
    expect((await listAudit()).map(({ actor, command }) => [actor, command])).toEqual([
      ['boris', 'withdrawal begin'],
      ['cashier@razmen.example', 'withdrawal cancel'],
    ]);
    await expectBalancedPartners(testServer.context.db);
  });

  test('of two at once one wins, and the other learns who, what and when', async () => {
    const other = await openStaff(testServer, 'cashier', 'boris@razmen.example');
    const id = await request();
    const race = async (action: WithdrawalAction) => {
      const responses = await Promise.all([send(id, action), send(id, action, other)]);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const [winner, loser] = responses[0].status === 200 ? responses : [responses[1], responses[0]];
      return [(await winner.json()) as OperatorWithdrawal, (await loser.json()) as object] as const;
    };
    const [begun, tooLate] = await race({ action: 'begin' });
    expect(tooLate).toMatchObject({ code: 'withdrawal_begun', status: 0, by: begun.by, at: begun.begunAt });
    const [paid, second] = await race({ action: 'pay', reference: '1' });
    expect(second).toMatchObject({
      code: 'withdrawal_decided',
      status: 1,
      by: paid.by,
      at: paid.decidedAt,
    });
    expect(await listAudit()).toHaveLength(2);
    const cancelled = await request();
    expect((await partner.cancelWithdrawal(cancelled)).status).toBe(200);
    const refused = await send(cancelled, { action: 'begin' });
    expect(await refused.json()).toMatchObject({ code: 'withdrawal_decided', status: 2, by: null });
    await expectBalancedPartners(testServer.context.db);
  });

  test('refuses what the partner’s account or the reserve does not allow, and shows until when', async () => {
    const id = await request();
    const { db } = testServer.context;
    const until = testServer.now() + HOUR_MS;
    const freeze = (at: bigint | null) =>
      db.updateTable('users').set({ payouts_frozen_until: at }).where('email', '=', partner.email).execute();
    await freeze(BigInt(until));
    const frozen = await send(id, { action: 'begin' });
    expect([frozen.status, await frozen.json()]).toMatchObject([
      403,
      { code: 'payouts_frozen', until: new Date(until).toISOString() },
    ]);
    expect((await list())[0]?.frozenUntil).toBe(new Date(until).toISOString());
    await freeze(null);
    await operator.succeed(`partner ${partner.email} off --reason Проверка`);
    expect(await readRefusal(await send(id, { action: 'begin' }))).toEqual([403, 'partner_off']);
    await operator.succeed(`partner ${partner.email} on`);
    await change(id, { action: 'begin' });
    await operator.succeed('reserve USDTTRC20 1 --force');
    expect(await readRefusal(await send(id, { action: 'pay', reference: '1' }))).toEqual([
      409,
      'reserve_waiting',
    ]);
    expect((await send('6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10', { action: 'begin' })).status).toBe(404);
    expect((await listAudit()).map(({ command }) => command)).toEqual(['withdrawal begin']);
  });

  test('every role reads; only a cashier with a recent proof changes', async () => {
    const id = await request();
    for (const role of ['support', 'dealer', 'admin'] satisfies StaffRole[]) {
      const browser = await openStaff(testServer, role);
      expect((await readOperator<OperatorWithdrawals>(browser, 'withdrawals/')).count).toBe(1);
      expect(await readRefusal(await send(id, { action: 'begin' }, browser))).toEqual([403, 'right_missing']);
    }
    testServer.advanceClock(11 * 60_000);
    await cashier.refresh();
    for (const action of [
      { action: 'begin' },
      { action: 'pay', reference: '1' },
      { action: 'cancel', reason: 'Нет', isBegun: false },
    ] satisfies WithdrawalAction[])
      expect(await readRefusal(await send(id, action))).toEqual([403, 'confirm_required']);
    expect(await listAudit()).toEqual([]);
  });
});
