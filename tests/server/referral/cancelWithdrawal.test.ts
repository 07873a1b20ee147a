import { beforeEach, expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createAccountMailbox } from '../accounts/support/accountMailbox.ts';
import { AccountBrowser } from '../accounts/support/accountBrowser.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { WALLET } from '../accounts/support/requisiteClient.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { listOperatorChanges } from '../support/operatorCommand.ts';
import { creditPartner } from './support/creditPartner.ts';
import { completeClaim, expectBalancedPartners, openPartner } from './support/partnerClient.ts';

const HOUR_MS = 3_600_000;
const WALLET_ADDRESS = WALLET.values.account;

forEachDatabase(startServer => {
  let partner: Awaited<ReturnType<typeof openPartner>>;
  let wallet: string;
  let operator: ReturnType<typeof createOperatorCalls>;

  /** A partner with 200 USD and a wallet. The clock is the real one, which operator's commands use. */
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  beforeEach(async () => {
    testServer.advanceClock(Date.now() - 24 * HOUR_MS - testServer.now());
    operator = createOperatorCalls(testServer);
    partner = await openPartner(testServer);
    wallet = await partner.addWallet();
    await completeClaim(testServer, null, { path: [] });
    const { db } = testServer.context;
    const { id } = await db.selectFrom('partners').select('id').executeTakeFirstOrThrow();
    await creditPartner(testServer.context, id, { amount: 2_000_000n, now: testServer.now() });
  });

  const open = async (summa = '50') => {
    const response = await partner.withdraw(wallet, summa);
    expect(response.status).toBe(201);
    return ((await response.json()) as { id: string }).id;
  };
  const cancel = async (id: string) => {
    const response = await partner.cancelWithdrawal(id);
    return [response.status, (await response.json()) as { code?: string; status?: number }] as const;
  };
  const readAvailable = async () => (await partner.programme()).available;

  test('the partner cancels one of several, once, and its amount returns', async () => {
    const emails = createAccountMailbox(testServer);
    const [first, second] = [await open('50'), await open('60')];
    expect((await partner.withdrawals()).results.map(({ canCancel }) => canCancel)).toEqual([true, true]);
    await emails.clear();
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(first)));
    for (const answer of answers)
      expect(answer).toMatchObject([200, { id: first, status: 2, canCancel: false }]);
    expect(await readAvailable()).toBe('140.0000');
    expect((await partner.withdrawals()).results.map(({ id, status }) => [id, status])).toEqual(
      expect.arrayContaining([
        [first, 2],
        [second, 0],
      ]),
    );
    testServer.advanceClock(60_000);
    expect(await emails.listHeadlines(partner.email)).toEqual(['вывод денег отменён']);
    const { db } = testServer.context;
    const events = await db
      .selectFrom('account_events')
      .select('kind')
      .where('kind', '=', 'withdrawal_cancelled')
      .execute();
    expect(events).toHaveLength(1);
    expect((await operator.run(`withdrawal ${first} pay --reference 1`)).err).toContain('cancelled already');
    await expectBalancedPartners(db);
    await expectBalancedLedger(db);
  });

  test('where to pay is masked, and nothing is recorded as paid, until the operator begins', async () => {
    const id = await open();
    const shown = await operator.succeed(`withdrawal ${id}`);
    expect(shown).toMatch(/to +TJRab…pRTv8/);
    expect(shown).toContain(`“withdrawal ${id} begin” prints where to pay.`);
    expect(shown).not.toContain(WALLET_ADDRESS);
    const refused = await operator.run(`withdrawal ${id} pay --reference 1`);
    expect(refused.code).toBe(1);
    expect(refused.err.trim()).toMatch(/^[^\n]*not begun[^\n]*withdrawal \S+ begin\.[^\n]*$/);
    const list = await operator.succeed('withdrawals');
    expect(list).toMatch(/TO +BEGUN/);
    expect(list).not.toMatch(new RegExp(`^${id}.*TJRab…pRTv8 +\\d`, 'm'));
    expect(await operator.succeed(`withdrawal ${id} begin`)).toContain(WALLET_ADDRESS);
    const begun = await operator.succeed(`withdrawal ${id}`);
    expect(begun).toContain(WALLET_ADDRESS);
    expect(begun).not.toContain('prints where to pay');
    expect(await operator.succeed('withdrawals')).toMatch(new RegExp(`^${id}.*TJRab…pRTv8 +\\d`, 'm'));
    await operator.succeed(`withdrawal ${id} pay --reference 1`);
    expect(await operator.succeed(`withdrawal ${id}`)).not.toContain(WALLET_ADDRESS);
    // Who has only looked pays nothing after the partner has cancelled.
    const other = await open();
    expect((await cancel(other))[0]).toBe(200);
    for (const action of ['', ' begin', ' pay --reference 1']) {
      const { out, err } = await operator.run(`withdrawal ${other}${action}`);
      expect(out + err).not.toContain(WALLET_ADDRESS);
    }
  });

  test('one that the operator has begun or paid is not cancelled, nor another partner’s', async () => {
    const id = await open();
    expect(await operator.succeed(`withdrawal ${id} begin`)).toContain('begun');
    expect((await operator.run(`withdrawal ${id} begin`)).err).toContain('begun already');
    expect(await operator.succeed(`withdrawal ${id}`)).toMatch(/begun +2/);
    expect((await partner.withdrawals()).results[0]).toMatchObject({ status: 0, canCancel: false });
    expect(await cancel(id)).toMatchObject([409, { code: 'withdrawal_begun' }]);
    const stranger = await openPartner(testServer, 'other@mail.example', '198.51.100.8');
    expect((await stranger.cancelWithdrawal(id)).status).toBe(404);
    expect((await partner.cancelWithdrawal('nothing')).status).toBe(404);
    await operator.succeed(`withdrawal ${id} pay --reference 1`);
    expect(await cancel(id)).toMatchObject([409, { code: 'withdrawal_decided' }]);
    expect((await operator.run(`withdrawal ${id} begin`)).err).toContain('paid already');
    expect((await listOperatorChanges(testServer)).map(([command]) => command)).toEqual([
      'withdrawal begin',
      'withdrawal pay',
    ]);
    expect(await readAvailable()).toBe('150.0000');
    const guest = new AccountBrowser(testServer);
    const path = `/api/v1/users/me/refferal/withdrawal/${id}/`;
    expect((await guest.send(path, { method: 'DELETE' })).status).toBe(401);
  });

  test('either the operator begins or the partner cancels, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await open('20');
      const [begun, cancelled] = await Promise.all([
        operator.run(`withdrawal ${id} begin`),
        partner.cancelWithdrawal(id),
      ]);
      expect([begun.code === 0, cancelled.status === 200]).toContain(true);
      expect([begun.code === 0, cancelled.status === 200]).toContain(false);
      if (begun.code === 0) await operator.succeed(`withdrawal ${id} cancel --reason Тест`);
    }
    await expectBalancedPartners(testServer.context.db);
    expect(await readAvailable()).toBe('200.0000');
  });

  test('«Это не я» cancels all that wait, and leaves one that is begun', async () => {
    const emails = createAccountMailbox(testServer);
    const [begun, first, second] = [await open('20'), await open('30'), await open('40')];
    await operator.succeed(`withdrawal ${begun} begin`);
    const path = await emails.readStopPath(partner.email, 'запрошен вывод денег');
    expect((await new AccountBrowser(testServer).send(path)).status).toBe(200);
    const { db } = testServer.context;
    const rows = await db.selectFrom('partner_withdrawals').select(['id', 'status']).execute();
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [begun, 0n],
        [first, 2n],
        [second, 2n],
      ]),
    );
    expect((await operator.run(`withdrawal ${begun} pay --reference 1`)).err).toContain('stopped payouts');
    await operator.succeed(`withdrawal ${begun} cancel --reason "Деньги не отправлены"`);
    await expectBalancedPartners(db);
  });

  test('the 21st cancellation of a day is refused, and works on the next day', async () => {
    for (let count = 0; count < 20; count++) expect((await cancel(await open('20')))[0]).toBe(200);
    const id = await open('20');
    expect(await cancel(id)).toMatchObject([429, { code: 'withdrawal_cancellations' }]);
    testServer.advanceClock(24 * HOUR_MS + 1);
    await partner.browser.logIn(partner.email);
    expect((await cancel(id))[0]).toBe(200);
    await expectBalancedPartners(testServer.context.db);
  });
});
