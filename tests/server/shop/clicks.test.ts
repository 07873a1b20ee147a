import { beforeEach, expect, test } from 'vitest';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

forEachDatabase(startServer => {
  let code: string;
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  beforeEach(async () => {
    const anna = await openAccount(testServer, 'anna@mail.example');
    await anna.send('/api/v1/users/me/shop/', { method: 'GET' });
    code = (await testServer.context.db.selectFrom('referral_codes').select('code').executeTakeFirstOrThrow())
      .code;
  });

  const click = async (
    refferal: unknown,
    { address = '198.51.100.7', agent = CHROME, origin = '', host = '' } = {},
  ): Promise<number> => {
    const response = await testServer.app.request('/api/v1/refferal/click/', {
      method: 'POST',
      headers: {
        'x-forwarded-for': address,
        'user-agent': agent,
        'content-type': 'text/plain;charset=UTF-8',
        ...(origin && { origin }),
      },
      body: JSON.stringify({ refferal, host, utm: { utm_source: 'a' } }),
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    return response.status;
  };
  const listClicks = () =>
    testServer.context.db.selectFrom('referral_clicks').selectAll().orderBy('id').execute();

  test('counts a click once a visitor, day and link, and no robot', async () => {
    const origin = 'https://www.Partner.example:8443';
    for (const options of [{ origin }, { origin }, { origin, host: 'other.example' }])
      expect(await click(`${code}.blog`, options)).toBe(204);
    for (const agent of [GOOGLE, '', 'curl/8.5.0']) expect(await click(`${code}.bot`, { agent })).toBe(204);
    for (const unknown of ['AAAAAAAA', 'partner-7', '']) expect(await click(unknown)).toBe(204);
    // Another link, another browser, another network; the site's own pages are no source.
    await click(code.toLowerCase(), { origin: testServer.config.publicOrigin, host: 'Blog.example' });
    await click(`${code}.blog`, { origin, agent: `${CHROME} Edg/140` });
    await click(`${code}.blog`, { origin, address: '203.0.113.9' });
    const before = await listClicks();
    expect(before.map(({ sub, host }) => [sub, host])).toEqual([
      ['blog', 'partner.example'],
      ['', 'blog.example'],
      ['blog', 'partner.example'],
      ['blog', 'partner.example'],
    ]);
    expect(new Set(before.map(({ visitor_hash }) => visitor_hash)).size).toBe(3);
    // The server starts at 15:00 in Moscow. On the next day the same visitor has another hash.
    testServer.advanceClock(9 * 3_600_000 - 1);
    await click(`${code}.blog`, { origin });
    expect(await listClicks()).toHaveLength(4);
    testServer.advanceClock(1);
    await click(`${code}.blog`, { origin });
    const after = await listClicks();
    expect(after).toHaveLength(5);
    expect(new Set(after.map(({ visitor_hash }) => visitor_hash)).size).toBe(4);
    const text = JSON.stringify(after, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const personal of ['198.51.100', '203.0.113', 'Chrome']) expect(text).not.toContain(personal);
    for (let sub = 0; sub < 30; sub++) await click(`${code}.s${sub}`, { address: '203.0.113.77' });
    expect(await listClicks()).toHaveLength(25);
    // Other browsers of one address: 30 visitors, whatever the address of an IPv6 network.
    const before6 = (await listClicks()).length;
    for (let browser = 0; browser < 35; browser++)
      await click(code, { address: `2001:db8::${browser}`, agent: `${CHROME} Edg/${browser}` });
    expect(await listClicks()).toHaveLength(before6 + 30);
    await click(`${code}.again`, { address: '2001:db8::1', agent: `${CHROME} Edg/1` });
    await click(code, { address: '2001:db8:0:1::1' });
    const total = before6 + 32;
    expect(await listClicks()).toHaveLength(total);
    for (const malformed of [7, 'x'.repeat(65), null]) expect(await click(malformed)).toBe(400);
    await testServer.context.db.updateTable('partners').set({ switched_off_at: 1n }).execute();
    expect(await click(code, { address: '203.0.113.78' })).toBe(204);
    expect(await listClicks()).toHaveLength(total);
  });

  test('a claim remembers the page and the campaign that its visitor came from', async () => {
    const client = createInProcessClient(testServer.app);
    let amount = 2;
    const create = async (source: unknown, headers: Record<string, string> = {}) => {
      amount += 0.1;
      const body = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: amount.toFixed(1) });
      const response = await testServer.app.request('/api/v1/claim/', {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, refferal: `${code}.blog`, source }),
      });
      expect(response.status).toBe(201);
      const { id } = (await response.json()) as { id: string };
      return testServer.context.db
        .selectFrom('claim_referrals')
        .select(['code', 'sub', 'host', 'utm'])
        .where('claim_id', '=', id)
        .executeTakeFirst();
    };
    const utm = { utm_source: 'blog' };
    const found = { code, sub: 'blog' };
    expect(await create({ host: 'blog.example', utm })).toEqual({
      ...found,
      host: 'blog.example',
      utm: JSON.stringify(utm),
    });
    expect(await create({ host: 'blog.example' }, { origin: 'https://shop.example' })).toEqual({
      ...found,
      host: 'shop.example',
      utm: null,
    });
    for (const malformed of [null, undefined, 7, { host: 'x'.repeat(300) }, { utm: { password: 'x' } }])
      expect(await create(malformed)).toEqual({ ...found, host: '', utm: null });
    const headers = { 'idempotency-key': 'the-same-claim' };
    const body = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '5' });
    const ids = [];
    for (const host of ['a.example', 'b.example']) {
      const response = await testServer.app.request('/api/v1/claim/', {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, refferal: code, source: { host } }),
      });
      ids.push(((await response.json()) as { id: string }).id);
    }
    expect(ids[0]).toBe(ids[1]);
  });
});
