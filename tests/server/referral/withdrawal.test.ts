import { beforeEach, expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createAccountMailbox } from '../accounts/support/accountMailbox.ts';
import { AccountBrowser, OTHER_PASSWORD, STRONG_PASSWORD } from '../accounts/support/accountBrowser.ts';
import { CARD } from '../accounts/support/requisiteClient.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { listOperatorChanges } from '../support/operatorCommand.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { creditPartner } from './support/creditPartner.ts';
import {
  completeClaim,
  expectBalancedPartners,
  openPartner,
  REFERRAL_PATH,
} from './support/partnerClient.ts';

const HOUR_MS = 3_600_000;

forEachDatabase(startServer => {
  let partner: Awaited<ReturnType<typeof openPartner>>;
  let wallet: string;
  let operator: ReturnType<typeof createOperatorCalls>;

  /** A partner with 100 USD and a wallet. The clock is the real one, which operator's commands use. */
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  beforeEach(async () => {
    testServer.advanceClock(Date.now() - 24 * HOUR_MS - testServer.now());
    operator = createOperatorCalls(testServer);
    partner = await openPartner(testServer);
    wallet = await partner.addWallet();
    await completeClaim(testServer, null, { path: [] });
    await credit(1_000_000n);
  });

  const credit = async (amount: bigint) => {
    const { db } = testServer.context;
    const { id } = await db.selectFrom('partners').select('id').executeTakeFirstOrThrow();
    return creditPartner(testServer.context, id, { amount, now: testServer.now() });
  };
  const read = async (response: Response | Promise<Response>) => {
    const { status, body } = { status: (await response).status, body: await (await response).json() };
    return [status, body as Record<string, unknown> & { id: string; codes: Record<string, string> }] as const;
  };
  const withdraw = (summa: string, key?: string) => read(partner.withdraw(wallet, summa, key));
  const open = async (summa = '50') => {
    const [status, { id }] = await withdraw(summa);
    expect(status).toBe(201);
    return id;
  };
  const pay = async (id: string, reference = '1') => {
    await operator.succeed(`withdrawal ${id} begin`);
    return operator.succeed(`withdrawal ${id} pay --reference ${reference}`);
  };
  const balances = async () => {
    const { available, paid } = await partner.programme();
    return { available, paid };
  };

  test('takes the amount at once, and is paid with a reference from the reserve', async () => {
    const emails = createAccountMailbox(testServer);
    await emails.clear();
    const id = await open('50.5');
    expect(await balances()).toEqual({ available: '49.5000', paid: '0.0000' });
    const { methods, obstacle, results } = await partner.withdrawals();
    expect(methods.map(({ to, fee, course }) => [to.code, fee, course])).toEqual([
      ['USDTTRC20', '1.5000', '1'],
      ['USDTTON', '0.2000', '1'],
      ['SBPRUB', '0.0000', expect.stringMatching(/^\d+\.\d+$/)],
    ]);
    // Others may wait beside it.
    expect(obstacle).toBeNull();
    expect(results).toMatchObject([
      { id, status: 0, summa: '50.5000', toSumma: '49.00', fee: '1.5000', course: '1', reference: null },
    ]);
    expect(await partner.ledger('?kind=withdrawal&status=0')).toMatchObject([
      { kind: 'withdrawal', status: 0, summa: '-50.5000', claim: null, withdrawal: { id, toSumma: '49.00' } },
    ]);
    expect(await operator.succeed('withdrawals')).toMatch(
      new RegExp(`^${id}  .*49\\.00 USDTTRC20  TJRab`, 'm'),
    );
    const { db, catalogue } = testServer.context;
    const readReserve = () =>
      db
        .selectFrom('reserves')
        .select('amount')
        .where('currency_id', '=', BigInt(catalogue.findCurrencyByCode('USDTTRC20')?.id ?? 0))
        .executeTakeFirstOrThrow();
    const before = await readReserve();
    expect(await pay(id, '9f86d081')).toContain('recorded as paid');
    expect((await readReserve()).amount).toBe(before.amount - 4900n);
    expect(await balances()).toEqual({ available: '49.5000', paid: '50.5000' });
    expect((await partner.withdrawals()).results).toMatchObject([{ status: 1, reference: '9f86d081' }]);
    expect((await operator.run(`withdrawal ${id} cancel --reason Поздно`)).err).toContain('paid already');
    testServer.advanceClock(60_000);
    expect(await emails.listHeadlines(partner.email)).toEqual(['запрошен вывод денег', 'деньги выплачены']);
    expect(await db.selectFrom('partner_withdrawals').select('sealed_values').execute()).toEqual([
      { sealed_values: null },
    ]);
    expect(await listOperatorChanges(testServer)).toEqual([
      ['withdrawal begin', id, { amount: '50.5000' }],
      ['withdrawal pay', id, { amount: '50.5000', reference: '9f86d081' }],
    ]);
    await expectBalancedPartners(db);
    await expectBalancedLedger(db);
    const events = await db
      .selectFrom('partner_events')
      .select('data')
      .where('kind', '=', 'withdrawal.status')
      .execute();
    expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual([
      { withdrawal: id, status: 0, summa: '50.5000' },
      { withdrawal: id, status: 1, summa: '50.5000' },
    ]);
  });

  test('is cancelled with a reason, and the amount returns', async () => {
    const id = await open();
    expect(await operator.succeed(`withdrawal ${id} cancel --reason "Кошелёк закрыт"`)).toContain(
      'cancelled',
    );
    expect(await balances()).toEqual({ available: '100.0000', paid: '0.0000' });
    const reversal = {
      kind: 'reversal',
      summa: '50.0000',
      claim: null,
      withdrawal: { id },
      reason: 'Кошелёк закрыт',
    };
    expect(await partner.ledger()).toMatchObject([
      reversal,
      { status: 2, summa: '-50.0000' },
      { kind: 'accrual' },
    ]);
    expect((await partner.withdrawals()).results[0]).toMatchObject({ status: 2, reason: 'Кошелёк закрыт' });
    await expectBalancedPartners(testServer.context.db);
  });

  test('is refused with what is available, and names the field', async () => {
    expect(await withdraw('100.0001')).toMatchObject([
      400,
      {
        codes: { summa: 'withdrawal_over' },
        limit: '100.0000',
        summa: ['Доступно 100\u00a0$. Уменьшите сумму'],
      },
    ]);
    expect(await withdraw('19.9999')).toMatchObject([
      400,
      { codes: { summa: 'withdrawal_small' }, limit: '20.0000' },
    ]);
    expect(await withdraw('1e3')).toMatchObject([400, { codes: { summa: 'body_invalid' } }]);
    const unknown = partner.withdraw('6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10', '30');
    expect(await read(unknown)).toMatchObject([400, { codes: { requisite: 'requisite_unknown' } }]);
    const card = await partner.requisites.add(CARD);
    expect(await read(partner.withdraw(card.id, '30'))).toMatchObject([
      400,
      { codes: { requisite: 'method_closed' } },
    ]);
    await operator.succeed('method SBERRUB 0');
    expect(await read(partner.withdraw(card.id, '30'))).toMatchObject([
      403,
      { code: 'payout_delayed', until: card.payoutFrom, detail: expect.stringContaining('по Москве') },
    ]);
    await operator.succeed('method USDTTRC20 close --reason "Сеть перегружена"');
    expect(await withdraw('30')).toMatchObject([400, { codes: { requisite: 'method_closed' } }]);
    await operator.succeed('method USDTTRC20 40');
    expect(await withdraw('30')).toMatchObject([400, { codes: { summa: 'withdrawal_fee' } }]);
    await operator.succeed(`partner ${partner.code} off --reason Спам`);
    expect(await withdraw('50')).toMatchObject([
      403,
      { code: 'partner_off', detail: expect.stringContaining('Спам') },
    ]);
    expect(await balances()).toEqual({ available: '100.0000', paid: '0.0000' });
    testServer.advanceClock(11 * 60_000);
    await partner.browser.refresh();
    expect(await withdraw('50')).toMatchObject([403, { code: 'confirm_required' }]);
    expect((await testServer.get(`${REFERRAL_PATH}withdrawal/`)).status).toBe(401);
  });

  test('a new password delays it for a day', async () => {
    const change = { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD };
    expect((await partner.browser.send('/api/v1/users/me/password/', { body: change })).status).toBe(204);
    expect(await withdraw('30')).toMatchObject([403, { code: 'payout_delayed' }]);
  });

  test('the same key gets the same answer, and one withdrawal', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw('40', 'key-of-one-draft')));
    expect(new Set(answers.map(([status, { id }]) => `${status} ${id}`)).size).toBe(1);
    expect(answers[0]?.[0]).toBe(201);
    expect(await withdraw('41', 'key-of-one-draft')).toMatchObject([409, { code: 'withdrawal_conflict' }]);
    expect(await withdraw('41', 'short')).toMatchObject([400, {}]);
    expect(await balances()).toEqual({ available: '60.0000', paid: '0.0000' });
  });

  test('fifty parallel withdrawals with different keys never take more than there is', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw('30')));
    const count = (status: number) => answers.filter(([code]) => code === status).length;
    expect([count(201), count(400)]).toEqual([3, 47]);
    expect(await balances()).toEqual({ available: '10.0000', paid: '0.0000' });
    await expectBalancedPartners(testServer.context.db);
  });

  test('five wait at once, also of fifty parallel ones', async () => {
    await credit(1_000_000n);
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw('20')));
    const count = (status: number) => answers.filter(([code]) => code === status).length;
    expect([count(201), count(409)]).toEqual([5, 45]);
    expect(await balances()).toEqual({ available: '100.0000', paid: '0.0000' });
    expect((await partner.withdrawals()).obstacle).toMatchObject({ code: 'withdrawal_open', until: null });
    expect(await withdraw('20')).toMatchObject([409, { code: 'withdrawal_open' }]);
    await pay(answers.find(([code]) => code === 201)?.[1].id ?? '');
    expect((await withdraw('20'))[0]).toBe(201);
    await expectBalancedPartners(testServer.context.db);
  });

  test('what was paid out and is reversed is a debt that the next accruals cover', async () => {
    await pay(await open('100'));
    const { claim_id } = await testServer.context.db
      .selectFrom('partner_entries')
      .select('claim_id')
      .where('kind', '=', 'accrual')
      .executeTakeFirstOrThrow();
    await operator.succeed(`accrual ${claim_id} reverse --reason Возврат`);
    expect(await balances()).toMatchObject({ available: '0.0000' });
    await credit(1_300_000n);
    expect(await withdraw('30.0001')).toMatchObject([400, { limit: '30.0000' }]);
    await open('30');
  });

  test('«Это не я» cancels it, freezes payouts and names the time', async () => {
    const emails = createAccountMailbox(testServer);
    const id = await open();
    const path = await emails.readStopPath(partner.email, 'запрошен вывод денег');
    expect((await new AccountBrowser(testServer).send(path)).status).toBe(200);
    const { db } = testServer.context;
    expect(await db.selectFrom('partner_withdrawals').select(['id', 'status']).execute()).toEqual([
      { id, status: 2n },
    ]);
    await expectBalancedPartners(db);
    expect((await operator.run(`withdrawal ${id} pay --reference 1`)).err).toContain('cancelled already');
    const row = { status: 0n, decided_at: null, reason: null };
    await db.updateTable('partner_withdrawals').set(row).execute();
    expect((await operator.run(`withdrawal ${id} pay --reference 1`)).err).toContain('stopped payouts until');
  });

  test('an account with money is not deleted, and a smaller rest is given up', async () => {
    const plan = () =>
      read(
        partner.browser
          .send('/api/v1/users/me/delete/', { body: {} })
          .then(response => (response.status === 200 ? Response.json({}) : response)),
      );
    expect(await plan()).toMatchObject([409, { code: 'balance_left' }]);
    const id = await open('81');
    expect(await plan()).toMatchObject([409, { code: 'balance_left' }]);
    const exported = (await (await partner.browser.send('/api/v1/users/me/export/')).json()) as {
      referral: { codes: unknown[]; ledger: unknown[] };
    };
    expect([exported.referral.codes.length, exported.referral.ledger.length]).toEqual([1, 2]);
    await pay(id);
    expect((await plan())[0]).not.toBe(409);
  });

  test('a short reserve refuses the payment; operator’s commands refuse what they cannot do', async () => {
    const id = await open();
    await testServer.context.db
      .updateTable('reserves')
      .set({ amount: 4_000n })
      .where('held', '=', 0n)
      .execute();
    await operator.expectRefusals([
      ['withdrawals --status all', 'Unknown status'],
      ['withdrawal 1', 'There is no withdrawal'],
      [`withdrawal ${id} pay`, 'requires --reference'],
      [`withdrawal ${id} cancel`, 'requires --reason'],
      [`withdrawal ${id} pay --reference 1 --reason 2`, 'does not accept'],
      [`withdrawal ${id} drop`, 'Usage'],
      ['partner nobody@mail.example', 'There is no partner'],
      [`partner ${partner.code} on`, 'on already'],
      [`partner ${partner.code} off`, 'requires --reason'],
      [`partner ${partner.code} delete`, 'Usage'],
      ['accrual NONE reverse --reason 1', 'There is no claim'],
      ['accrual NONE drop', 'Usage'],
      ['method CASHRUB 1', 'cash'],
      ['method NONE 1', 'NONE'],
      ['method BTC close --reason Нет', 'anyway'],
      ['method BTC -', 'not a fee'],
    ]);
    await operator.succeed(`withdrawal ${id} begin`);
    expect((await operator.run(`withdrawal ${id} pay --reference 1`)).err).toContain('reserve');
    expect(await operator.succeed('partners')).toMatch(
      new RegExp(`${partner.code}  ${partner.email} .* 50\\.0000 USD`),
    );
    expect(await operator.succeed(`partner ${partner.email}`)).toMatch(/available +50\.0000 USD/);
    expect(await operator.succeed('methods')).toMatch(/USDTTRC20 +1\.5000 USD +1$/m);
  });
});
