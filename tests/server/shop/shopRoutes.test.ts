import { expect, test } from 'vitest';
import * as v from 'valibot';
import { ShopHistory, ShopLink, ShopLinks, ShopStatistics } from '#core/contract/account/shop.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { countPartnerStatistics } from '#server/partners/statistics/partnerStatisticsJob.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { recordAccrual } from './support/partnerFacts.ts';
import { tryChange } from '../support/tryChange.ts';

const SHOP_PATH = '/api/v1/users/me/shop/';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  const anna = createBeforeEach(() => openAccount(testServer, 'anna@mail.example'));

  const read = async (path: string, browser = anna) => {
    const response = await browser.send(SHOP_PATH + path, { method: 'GET' });
    return [response.status, await response.json()] as [number, Record<string, unknown>];
  };
  const readText = async (path: string) => {
    const response = await anna.send(SHOP_PATH + path, { method: 'GET' });
    // `text()` removes the byte order mark.
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  };
  const change = async (path: string, method: string, body?: object) => {
    const response = await anna.send(SHOP_PATH + path, { method, ...(body && { body }) });
    const text = await response.text();
    return [response.status, text && JSON.parse(text)] as [number, Record<string, unknown>];
  };
  const findPartnerId = async () =>
    (await testServer.context.db.selectFrom('partners').select('id').executeTakeFirstOrThrow()).id;
  const findCode = async () => v.parse(ShopLinks, (await read('links/'))[1]).codes[0]?.code ?? expect.fail();

  async function complete(id: string): Promise<void> {
    for (const to of ['confirming', 'aml', 'paid', 'payout', 'completed'] as const) {
      const move = { id, to, actor: 'operator', now: testServer.now() } as const;
      expect(
        (await tryChange(testServer.context.db, trx => transitionClaim(testServer.context, trx, move))).ok,
      ).toBe(true);
    }
  }

  test('keeps the name and the site, and deletes them and the links with the account', async () => {
    expect((await anna.fetchUser()).shop).toBeNull();
    expect(await read('')).toEqual([200, { name: '', site: '', switchedOff: null }]);
    expect(await change('', 'PATCH', { name: ' Лавка ', site: 'https://lavka.example/?a=1' })).toEqual([
      200,
      { name: 'Лавка', site: 'https://lavka.example/?a=1', switchedOff: null },
    ]);
    for (const site of ['javascript:alert(1)', 'lavka.example', 'ftp://a.example'])
      expect(await change('', 'PATCH', { site })).toMatchObject([400, { codes: { site: 'site_format' } }]);
    expect(await change('', 'PATCH', { name: 'x'.repeat(61) })).toMatchObject([
      400,
      { codes: { name: 'too_long' } },
    ]);
    expect((await anna.fetchUser()).shop).toEqual({ name: 'Лавка', site: 'https://lavka.example/?a=1' });
    // Neither of two requests takes back what the other changes.
    await Promise.all([change('', 'PATCH', { name: 'Ларёк' }), change('', 'PATCH', { site: '' })]);
    expect(await change('', 'PATCH', {})).toMatchObject([200, { name: 'Ларёк', site: '' }]);
    await change('', 'PATCH', { name: 'Лавка', site: 'https://lavka.example/?a=1' });
  });

  test('saves links of own codes only, at most 100', async () => {
    const code = await findCode();
    const link = {
      code: code,
      sub: 'blog-1',
      label: '=cmd',
      cur_from: 'LTC',
      cur_to: 'SBERRUB',
      amount: '1.5',
    };
    const [status, created] = await change('links/', 'POST', link);
    expect(status).toBe(201);
    const { id, url } = v.parse(ShopLink, created);
    expect(url).toBe(
      `${testServer.config.publicOrigin}/?ref=${code}.blog-1&cur_from=LTC&cur_to=SBERRUB&amount=1.5`,
    );
    const boris = await openAccount(testServer, 'boris@mail.example');
    for (const [field, value, error] of [
      ['code', 'AAAAAAAA', 'body_invalid'],
      ['sub', 'a b', 'sub_format'],
      ['cur_to', 'NOTHING', 'body_invalid'],
      ['amount', '-1', 'body_invalid'],
      ['label', 'x'.repeat(41), 'too_long'],
    ] as const)
      expect(await change('links/', 'POST', { ...link, [field]: value })).toMatchObject([
        400,
        { codes: { [field]: error } },
      ]);
    expect((await boris.send(`${SHOP_PATH}links/${id}/`, { method: 'DELETE' })).status).toBe(404);
    expect((await read('links/', boris))[1]).toMatchObject({ links: [] });
    const save = () => change('links/', 'POST', { code: code });
    for (let count = 1; count < 95; count++) expect((await save())[0]).toBe(201);
    // Few at once: a hundred that wait for one lock take longer than a connection waits on a slow machine.
    const last = await Promise.all(Array.from({ length: 8 }, save));
    expect(last.filter(([result]) => result === 201)).toHaveLength(5);
    const refused = last.filter(([result]) => result === 400);
    expect(refused).toHaveLength(3);
    for (const [, body] of refused)
      expect(body).toMatchObject({ codes: { non_field_errors: 'links_limit' } });
    expect((await change(`links/${id}/`, 'DELETE'))[0]).toBe(204);
    expect((await change(`links/${id}/`, 'DELETE'))[0]).toBe(404);
    expect((await change('links/nonsense/', 'DELETE'))[0]).toBe(404);
  });

  test('shows claims without their clients, and counts them in the statistics', async () => {
    const code = await findCode();
    const partnerId = await findPartnerId();
    await testServer.context.db.updateTable('referral_codes').set({ label: '=cmd' }).execute();
    const client = createInProcessClient(testServer.app);
    let completedId = '';
    for (const refferal of [`${code}.blog`, code.toLowerCase(), 'AAAAAAAA.x', null]) {
      const body = await client.buildClaim('USDTTRC20', 'SBERRUB', { fromSumma: '100' });
      const { id } = await client.createClaim({ ...body, refferal }, { address: '192.0.2.9' });
      completedId ||= id;
      testServer.advanceClock(1);
    }
    await complete(completedId);
    await countPartnerStatistics(testServer.context);

    const [, history] = await read('history/');
    const { count, results } = v.parse(ShopHistory, history);
    expect([count, results.map(({ status, income, sub }) => [status, income, sub])]).toEqual([
      2,
      [
        ['waiting', null, ''],
        ['completed', '0.1200', 'blog'],
      ],
    ]);
    const claim = await testServer.context.db.selectFrom('claims').selectAll().executeTakeFirstOrThrow();
    for (const text of [JSON.stringify(history), await readText('history/export/')]) {
      for (const secret of [
        claim.id,
        claim.email,
        ...Object.values(JSON.parse(claim.to_requisites) as object),
      ])
        expect(text).not.toContain(secret);
    }
    expect(await read('history/?status=completed&size=1')).toMatchObject([200, { count: 1, next: null }]);
    expect(await read('history/?size=1')).toMatchObject([
      200,
      { next: `${testServer.config.publicOrigin}${SHOP_PATH}history/?size=1&page=2` },
    ]);
    expect(await read(`history/?sub=blog&code=${code}&date_to=2026-11-20`)).toMatchObject([
      200,
      { count: 0 },
    ]);
    expect(await read('history/?date_from=2026-02-30')).toMatchObject([
      400,
      { codes: { date_from: 'body_invalid' } },
    ]);

    const statistics = v.parse(ShopStatistics, (await read('statistics/?by=link'))[1]);
    expect(statistics).toMatchObject({
      timezone: 'Europe/Moscow',
      dateFrom: '2026-11-01',
      dateTo: '2026-11-21',
      totals: { clicks: 0, claims: 2, completed: 1, turnover: '100.00', income: '0.1200' },
      rows: [{ key: code, label: '=cmd', claims: 2 }],
    });
    // A refund takes the income back, also below zero.
    await recordAccrual(testServer, {
      partnerId,
      claimId: completedId,
      summa: '2',
      at: testServer.now(),
      isVoid: true,
    });
    await countPartnerStatistics(testServer.context);
    expect(await readText('statistics/export/?by=link')).toBe(
      '\uFEFFКод;Название;Клики;Посетители;Заявки;Завершено;Оборот, USD;Доход, USD\r\n' +
        `${code};'=cmd;0;0;2;1;100,00;-1,8800\r\n`,
    );
    expect(await readText('history/export/?status=completed')).toContain(`;-1,8800;;${code};blog;\r\n`);
    for (const [query, field, error] of [
      ['date_from=2026-11-22&date_to=2026-11-21', 'date_from', 'period_invalid'],
      ['date_from=2024-01-01', 'date_from', 'period_invalid'],
      ['group=year', 'group', 'body_invalid'],
    ] as const)
      for (const path of ['statistics/', 'statistics/export/'])
        expect(await read(`${path}?${query}`)).toMatchObject([400, { codes: { [field]: error } }]);
    const boris = await openAccount(testServer, 'boris@mail.example');
    expect(await read('history/', boris)).toMatchObject([200, { count: 0, results: [] }]);
    expect(await read('statistics/', boris)).toMatchObject([200, { countedAt: null, totals: { claims: 0 } }]);
  });
});
