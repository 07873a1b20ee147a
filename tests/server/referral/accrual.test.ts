import { describe, expect, test } from 'vitest';
import { runOperator } from '../support/operatorCommand.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { reverseAccrual } from '#server/partners/ledger/accrueClaim.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { CARD } from '../accounts/support/requisiteClient.ts';
import {
  completeClaim,
  expectBalancedPartners,
  moveClaim,
  openPartner,
  REFERRAL_PATH,
} from './support/partnerClient.ts';
import { tryChange } from '../support/tryChange.ts';

const HOUR_MS = 3_600_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  const partner = createBeforeEach(() => openPartner(testServer));

  const setSetting = (name: string, value: string) =>
    testServer.context.db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(value) })
      .execute();
  const listEvents = async () =>
    (await testServer.context.db.selectFrom('partner_events').selectAll().orderBy('id').execute())
      .filter(({ kind }) => kind.startsWith('accrual'))
      .map(({ kind, data }) => [kind, JSON.parse(data) as unknown]);

  test('a completed claim accrues a fifth of its profit, which opens to its reckoning and waits for 72 hours', async () => {
    await completeClaim(testServer, `${partner.code.toLowerCase()}.blog`);
    const [entry, ...others] = await partner.ledger();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'accrual',
      status: null,
      state: 'pending',
      currency: 'USD',
      code: partner.code,
      sub: 'blog',
      reason: null,
      withdrawal: null,
      availableAt: '2026-11-24T12:00:00.000Z',
    });
    const reckoning = entry?.reckoning;
    if (!reckoning) return expect.fail('no reckoning');
    // The market's course less the margin, plus the discount and what rounding leaves, is what the client got.
    const [source, margin, discount, other, received] = [
      reckoning.sourceSumma,
      reckoning.marginSumma,
      reckoning.discountSumma,
      reckoning.otherSumma,
      reckoning.toSumma,
    ].map(Number) as [number, number, number, number, number];
    expect(reckoning).toMatchObject({ from: 'USDTTRC20', fromSumma: '1000', margin: '0.5', percent: '20' });
    expect(source - margin + discount + other).toBeCloseTo(received, 8);
    expect(Number(reckoning.profit)).toBeCloseTo(source - received, 8);
    expect(Number(reckoning.profitUsd)).toBeCloseTo((Number(reckoning.profit) / source) * 1000, 6);
    expect(Number(reckoning.profitUsd)).toBeCloseTo(5, 3);
    // Rounded once, down.
    const exact = Number(reckoning.exact);
    expect(entry.summa).toBe((Math.floor(exact * 10_000) / 10_000).toFixed(4));
    expect(reckoning.summa).toBe(entry.summa);
    expect(await listEvents()).toEqual([
      ['accrual.created', { entry: entry.id, summa: entry.summa, available_at: entry.availableAt }],
    ]);
    expect(await partner.programme()).toMatchObject({
      pending: entry.summa,
      available: '0.0000',
      claims: 1,
      completed: 1,
      percent: '20',
      window: 30,
      hold: 72,
      minimum: '20.0000',
    });
    testServer.advanceClock(72 * HOUR_MS);
    await partner.browser.refresh();
    expect(await partner.programme()).toMatchObject({ pending: '0.0000', available: entry.summa });
    const statistics = await partner.browser.send('/api/v1/users/me/statistics/', { method: 'GET' });
    expect(await statistics.json()).toMatchObject({ refferal: { available: entry.summa } });
    expect((await partner.ledger('?status=available')).map(({ id }) => id)).toEqual([entry.id]);
    expect(await partner.ledger('?status=pending')).toEqual([]);
    await expectBalancedPartners(testServer.context.db);
  });

  test('the terms are settings, and a claim without a code accrues nothing', async () => {
    await setSetting('referral_percent', '50');
    await setSetting('referral_hold_hours', '0');
    await completeClaim(testServer, null);
    await completeClaim(testServer, 'ZZZZZZZZ');
    await completeClaim(testServer, partner.code);
    const [entry, ...others] = await partner.ledger();
    expect([entry?.state, entry?.reckoning?.percent, others]).toEqual(['available', '50', []]);
    expect(Number(entry?.summa)).toBeCloseTo(2.5, 2);
  });

  describe('an own exchange is void', () => {
    test.each([
      ['by the e-mail with a tag', { email: 'Partner+1@mail.example' }],
      ['by the network of the account', { address: '198.51.100.7' }],
    ])('%s', async (_, claim) => {
      await completeClaim(testServer, partner.code, claim);
      expect(await partner.ledger('?status=void')).toMatchObject([
        { state: 'void', reason: 'self', summa: '0.0000', availableAt: null },
      ]);
      expect(await listEvents()).toMatchObject([['accrual.voided', { summa: '0.0000', reason: 'self' }]]);
      expect(await partner.programme()).toMatchObject({ pending: '0.0000', available: '0.0000' });
    });

    test('by the account, and by a saved card', async () => {
      const id = await completeClaim(testServer, partner.code, { path: [] });
      const user = await testServer.context.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      await testServer.context.db
        .updateTable('claims')
        .set({ user_id: user.id })
        .where('id', '=', id)
        .execute();
      await moveClaim(testServer, id, 'confirming', 'aml', 'paid', 'payout', 'completed');
      await partner.requisites.add(CARD);
      await completeClaim(testServer, partner.code, { to: 'SBERRUB', fromSumma: '200' });
      expect((await partner.ledger()).map(({ reason }) => reason)).toEqual(['self', 'self']);
    });

    test('a network counts for 30 days', async () => {
      testServer.advanceClock(31 * 24 * HOUR_MS);
      await completeClaim(testServer, partner.code, { address: '198.51.100.7' });
      expect(await testServer.context.db.selectFrom('partner_entries').select('reason').execute()).toEqual([
        { reason: null },
      ]);
    });
  });

  test('an exchange without a profit is void', async () => {
    const id = await completeClaim(testServer, partner.code, {
      path: ['confirming', 'aml', 'paid', 'payout'],
    });
    const { db } = testServer.context;
    // As with a course that the operator has fixed above the market.
    const { source_course } = await db.selectFrom('claims').selectAll().executeTakeFirstOrThrow();
    await db
      .updateTable('claims')
      .set({ source_course: String(Number(source_course) * 0.9) })
      .execute();
    await moveClaim(testServer, id, 'completed');
    expect(await partner.ledger()).toMatchObject([{ state: 'void', reason: 'no_profit', summa: '0.0000' }]);
    expect((await partner.ledger())[0]?.reckoning?.profit).toMatch(/^-/);
  });

  test('a partner that is switched off gets nothing for open claims, and no new ones', async () => {
    const open = await completeClaim(testServer, partner.code, { path: [] });
    expect((await runOperator(testServer, 'partner', partner.code, 'off', '--reason', 'Спам')).code).toBe(0);
    await moveClaim(testServer, open, 'confirming', 'aml', 'paid', 'payout', 'completed');
    await completeClaim(testServer, partner.code);
    expect(await partner.ledger()).toMatchObject([{ state: 'void', reason: 'partner_off' }]);
    expect(await partner.programme()).toMatchObject({ claims: 1, switchedOff: 'Спам' });
  });

  test('two parallel completions accrue once', async () => {
    const id = await completeClaim(testServer, partner.code, {
      path: ['confirming', 'aml', 'paid', 'payout'],
    });
    const change = { id, to: 'completed', actor: 'operator', now: testServer.now() } as const;
    const results = await Promise.all(
      Array.from({ length: 4 }, () =>
        tryChange(testServer.context.db, trx => transitionClaim(testServer.context, trx, change)),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await partner.ledger()).toHaveLength(1);
    await expectBalancedPartners(testServer.context.db);
  });

  test('the operator takes an accrual back once, also of money that was paid out', async () => {
    await setSetting('referral_hold_hours', '0');
    const id = await completeClaim(testServer, partner.code);
    const [accrual] = await partner.ledger();
    const reverse = () =>
      runOperator(testServer, 'accrual', id, 'reverse', '--reason', 'Клиенту вернули деньги');
    expect(await reverse()).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${accrual?.summa} USD taken back`),
    });
    expect(await reverse()).toMatchObject({ code: 1, err: expect.stringContaining('reversed already') });
    expect(await partner.ledger()).toMatchObject([
      { kind: 'reversal', summa: `-${accrual?.summa}`, reason: 'Клиенту вернули деньги', state: null },
      { kind: 'accrual', summa: accrual?.summa, reason: 'Клиенту вернули деньги', state: 'void' },
    ]);
    expect(await partner.programme()).toMatchObject({ available: '0.0000' });
    expect((await listEvents()).at(-1)).toMatchObject([
      'accrual.voided',
      { summa: accrual?.summa, reason: 'Клиенту вернули деньги' },
    ]);
    await expectBalancedPartners(testServer.context.db);
  });

  test('the ledger is exported as CSV, safe for spreadsheets, with negative amounts intact', async () => {
    const id = await completeClaim(testServer, partner.code);
    const reason = '=HYPERLINK("https://example.com")';
    await runInTransaction(testServer.context.db, trx =>
      reverseAccrual(trx, id, { reason, now: testServer.now() }),
    );
    const [accrual] = await partner.ledger('?kind=accrual');
    const amount = accrual?.summa.replace('.', ',');
    const response = await partner.browser.send(`${REFERRAL_PATH}dw/export/`, { method: 'GET' });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="ledger.csv"');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect(lines[0]).toBe(
      'Дата;Вид;Состояние;Сумма, USD;Заявка;Код;Метка;Прибыль, USD;Доступно с;Реквизит;Причина',
    );
    expect(lines[1]).toContain(`;Возврат;;-${amount};`);
    expect(lines[1]).toContain(`;"'=HYPERLINK(""https://example.com"")"`);
    expect(lines[2]).toContain(`;Начисление;Не начислено;${amount};`);
    expect(lines).toHaveLength(4);
    const filtered = await partner.browser.send(`${REFERRAL_PATH}dw/export/?kind=withdrawal`, {
      method: 'GET',
    });
    expect((await filtered.text()).split('\r\n')).toHaveLength(2);
  });

  test('codes have labels, and others see nothing of a partner', async () => {
    testServer.advanceClock(1000);
    const created = await partner.browser.send('/api/v1/users/me/refferal/', { body: { label: '=Канал' } });
    expect(created.status).toBe(201);
    const { codes, url, code } = await partner.programme();
    expect(codes.map(({ label }) => label)).toEqual(['', '=Канал']);
    expect(url).toBe(`${testServer.config.publicOrigin}/?ref=${code}`);
    await completeClaim(testServer, codes[1]?.code ?? '');
    expect(await partner.ledger()).toHaveLength(1);
    const stranger = await openAccount(testServer, 'stranger@mail.example', '203.0.113.77');
    const response = await stranger.send('/api/v1/users/me/refferal/dw/', { method: 'GET' });
    expect(await response.json()).toMatchObject({ count: 0, results: [] });
    expect((await testServer.get('/api/v1/users/me/refferal/')).status).toBe(401);
    for (const query of ['kind=all', 'status=3', 'date_from=soon', 'page=0'])
      expect(
        (await partner.browser.send(`/api/v1/users/me/refferal/dw/?${query}`, { method: 'GET' })).status,
      ).toBe(400);
    const { db } = testServer.context;
    const { id: partnerId } = await db
      .selectFrom('partners')
      .select('id')
      .orderBy('created_at')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('referral_codes')
      .values(
        Array.from({ length: 48 }, (_, index) => ({
          code: `AAAAAA${String.fromCharCode(65 + Math.floor(index / 24), 65 + (index % 24))}`,
          partner_id: partnerId,
          label: '',
          created_at: 0n,
        })),
      )
      .execute();
    const refused = await partner.browser.send('/api/v1/users/me/refferal/', { body: {} });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { codes: { non_field_errors: 'codes_limit' } },
    ]);
  });
});
