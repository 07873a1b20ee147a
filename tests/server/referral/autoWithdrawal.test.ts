import { beforeEach, expect, test } from 'vitest';
import { withdrawAutomatically } from '#server/partners/withdrawals/autoWithdrawal.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createAccountMailbox } from '../accounts/support/accountMailbox.ts';
import { AccountBrowser, OTHER_PASSWORD, STRONG_PASSWORD } from '../accounts/support/accountBrowser.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { creditPartner } from './support/creditPartner.ts';
import {
  completeClaim,
  expectBalancedPartners,
  openPartner,
  REFERRAL_PATH,
} from './support/partnerClient.ts';

const HOUR_MS = 3_600_000;
const AUTO_PATH = `${REFERRAL_PATH}withdrawal/auto/`;

forEachDatabase(startServer => {
  let partner: Awaited<ReturnType<typeof openPartner>>;
  let wallet: string;
  let emails: ReturnType<typeof createAccountMailbox>;

  /** A partner with a wallet and nothing to withdraw. */
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  beforeEach(async () => {
    // The real clock, which operator's commands use.
    testServer.advanceClock(Date.now() - 24 * HOUR_MS - testServer.now());
    partner = await openPartner(testServer);
    wallet = await partner.addWallet();
    await completeClaim(testServer, null, { path: [] });
    emails = createAccountMailbox(testServer);
    await emails.clear();
  });

  const credit = async (amount: bigint) => {
    const { db } = testServer.context;
    const { id } = await db.selectFrom('partners').select('id').executeTakeFirstOrThrow();
    await creditPartner(testServer.context, id, { amount, now: testServer.now() });
  };
  const set = async (summa: string, requisite = wallet) => {
    const response = await partner.browser.send(AUTO_PATH, { method: 'PUT', body: { requisite, summa } });
    return [response.status, (await response.json()) as object] as const;
  };
  const run = () => withdrawAutomatically(testServer.context);
  const listAmounts = async () => (await partner.withdrawals()).results.map(({ summa }) => summa);
  const listHeadlines = async () => {
    testServer.advanceClock(60_000);
    const headlines = await emails.listHeadlines(partner.email);
    await emails.clear();
    return headlines;
  };

  test('withdraws all that is available as soon as the amount is reached, once, and again later', async () => {
    expect((await partner.withdrawals()).auto).toBeNull();
    expect(await set('50')).toEqual([200, { requisite: wallet, summa: '50.0000' }]);
    expect(await set('50')).toEqual([200, { requisite: wallet, summa: '50.0000' }]);
    expect((await partner.withdrawals()).auto).toEqual({ requisite: wallet, summa: '50.0000' });
    const { about } = await testServer.context.db
      .selectFrom('mail')
      .select('about')
      .where('kind', '=', 'auto_withdrawal_on')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(about ?? '')).toMatchObject({
      summa: '50\u00a0$',
      requisite: expect.stringContaining('TJRab'),
    });
    expect(await listHeadlines()).toEqual(['включён автоматический вывод']);
    await credit(499_999n);
    expect(await run()).toBe(0);
    await credit(1n);
    const counts = await Promise.all(Array.from({ length: 5 }, run));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await listAmounts()).toEqual(['50.0000']);
    expect(await listHeadlines()).toEqual(['запрошен вывод денег']);
    await credit(700_000n);
    expect(await run()).toBe(1);
    expect((await listAmounts()).toSorted()).toEqual(['50.0000', '70.0000']);
    await expectBalancedPartners(testServer.context.db);
  });

  test('waits while five are in process, payouts are delayed, or the partner is off', async () => {
    await set('20');
    for (let count = 0; count < 5; count++) {
      await credit(200_000n);
      expect(await run()).toBe(1);
    }
    await credit(200_000n);
    expect(await run()).toBe(0);
    const [first] = (await partner.withdrawals()).results;
    expect((await partner.cancelWithdrawal(first?.id ?? '')).status).toBe(200);
    await set('20');
    const change = { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD };
    expect((await partner.browser.send('/api/v1/users/me/password/', { body: change })).status).toBe(204);
    expect(await run()).toBe(0);
    testServer.advanceClock(24 * HOUR_MS + 1);
    const { db } = testServer.context;
    await db.updateTable('partners').set({ switched_off_at: 1n, switched_off_reason: 'Спам' }).execute();
    expect(await run()).toBe(0);
    await db.updateTable('partners').set({ switched_off_at: null, switched_off_reason: null }).execute();
    expect(await run()).toBe(1);
    await expectBalancedPartners(db);
  });

  test('ends with its requisite, by an e-mail, and not with another one', async () => {
    await set('50');
    const other = await partner.requisites.add();
    expect((await partner.requisites.remove(other.id)).status).toBe(204);
    expect((await partner.withdrawals()).auto).not.toBeNull();
    await emails.clear();
    await partner.requisites.remove(wallet);
    expect((await partner.withdrawals()).auto).toBeNull();
    expect(await listHeadlines()).toContain('автоматический вывод выключен');
    await credit(600_000n);
    expect(await run()).toBe(0);
    expect(await listAmounts()).toEqual([]);
  });

  test('«Это не я» ends it, and an e-mail says so', async () => {
    await set('50');
    const path = await emails.readStopPath(partner.email, 'включён автоматический вывод');
    expect((await new AccountBrowser(testServer).send(path)).status).toBe(200);
    const { db } = testServer.context;
    expect(await db.selectFrom('auto_withdrawals').selectAll().execute()).toEqual([]);
    expect(await listHeadlines()).toContain('автоматический вывод выключен');
    await credit(600_000n);
    expect(await run()).toBe(0);
  });

  test.each(['partner', 'operator'])('ends when the %s cancels what it has withdrawn', async who => {
    const operator = createOperatorCalls(testServer);
    await set('50');
    await credit(600_000n);
    expect(await run()).toBe(1);
    const [automatic] = (await partner.withdrawals()).results;
    expect(automatic).toMatchObject({ isAutomatic: true, canCancel: true });
    const id = automatic?.id ?? '';
    await emails.clear();
    if (who === 'partner') expect((await partner.cancelWithdrawal(id)).status).toBe(200);
    else await operator.succeed(`withdrawal ${id} cancel --reason "Кошелёк закрыт"`);
    const { db } = testServer.context;
    const { about } = await db
      .selectFrom('mail')
      .select('about')
      .where('kind', '=', 'auto_withdrawal_ended')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(about ?? '')).toMatchObject({ summa: '50\u00a0$', reason: 'withdrawal_cancelled' });
    expect(await listHeadlines()).toEqual(['вывод денег отменён', 'автоматический вывод выключен']);
    expect((await partner.withdrawals()).auto).toBeNull();
    expect(await run()).toBe(0);
    expect((await partner.programme()).available).toBe('60.0000');
    await expectBalancedPartners(db);
  });

  test('stays when a withdrawal that the partner has asked for is cancelled', async () => {
    await credit(400_000n);
    expect((await partner.withdraw(wallet, '40')).status).toBe(201);
    await set('50');
    const [own] = (await partner.withdrawals()).results;
    expect(own).toMatchObject({ isAutomatic: false });
    expect((await partner.cancelWithdrawal(own?.id ?? '')).status).toBe(200);
    expect((await partner.withdrawals()).auto).not.toBeNull();
  });

  test('extreme amounts are refused on their field, of a request, too', async () => {
    const large = [
      400,
      {
        codes: { summa: 'withdrawal_large' },
        limit: '100000000000000',
        summa: ['Слишком много. Укажите до 100\u00a0000\u00a0000\u00a0000\u00a0000\u00a0$'],
      },
    ];
    const longest = '9'.repeat(40);
    for (const summa of ['100000000000000.0001', '922337203685477.5808', '922337203685478', longest])
      expect(await set(summa)).toMatchObject(large);
    expect(await set('100000000000000')).toMatchObject([200, { summa: '100000000000000.0000' }]);
    for (const [summa, code] of [
      ['0', 'withdrawal_small'],
      ['19.99999999999999999999', 'withdrawal_small'],
      ['-50', 'body_invalid'],
      ['1e30', 'body_invalid'],
      [`${longest}9`, 'body_invalid'],
    ] as const) {
      const response = await partner.withdraw(wallet, summa);
      expect([summa, await set(summa)]).toMatchObject([summa, [400, { codes: { summa: code } }]]);
      expect([summa, response.status, await response.json()]).toMatchObject([
        summa,
        400,
        { codes: { summa: code } },
      ]);
    }
    for (const summa of ['922337203685478', longest]) {
      const response = await partner.withdraw(wallet, summa);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { codes: { summa: 'withdrawal_over' } },
      ]);
    }
  });

  test('is turned off, and its settings are checked', async () => {
    expect(await set('19.9999')).toMatchObject([
      400,
      { codes: { summa: 'withdrawal_small' }, limit: '20.0000' },
    ]);
    const unknown = '6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10';
    expect(await set('50', unknown)).toMatchObject([400, { codes: { requisite: 'requisite_unknown' } }]);
    expect((await set('50'))[0]).toBe(200);
    for (let count = 0; count < 2; count++)
      expect((await partner.browser.send(AUTO_PATH, { method: 'DELETE' })).status).toBe(204);
    await credit(600_000n);
    expect(await run()).toBe(0);
    const { db } = testServer.context;
    const events = await db
      .selectFrom('account_events')
      .select('kind')
      .where('kind', 'in', ['auto_withdrawal_on', 'auto_withdrawal_off'])
      .orderBy('id')
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(['auto_withdrawal_on', 'auto_withdrawal_off']);
    testServer.advanceClock(11 * 60_000);
    await partner.browser.refresh();
    expect(await set('50')).toMatchObject([403, { code: 'confirm_required' }]);
    expect((await partner.browser.send(AUTO_PATH, { method: 'DELETE' })).status).toBe(403);
  });
});
