import { expect, test } from 'vitest';
import type { ShopLinks } from '#core/contract/account/shop.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { createShopClaim, type OpenableClaim } from './support/shopClaim.ts';
import { completeClaim, expectBalancedPartners, moveClaim, openPartner } from './support/partnerClient.ts';

/** Networks of the shop's server, of the partner's account, and of a client. */
const SERVER = '203.0.113.80';
const HOME = '198.51.100.7';
const CLIENT = '192.0.2.44';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  const partner = createBeforeEach(() => openPartner(testServer));

  /** Completes a claim of the API after `read`, and returns the accrual. */
  async function completeShopClaim(read: (claim: OpenableClaim) => Promise<unknown>) {
    const claim = await createShopClaim(testServer, partner, SERVER);
    await read(claim);
    await moveClaim(testServer, claim.id, 'confirming', 'aml', 'paid', 'payout', 'completed');
    return (await partner.ledger())[0];
  }

  test.each([
    ['a page of the site', 'status', 'GET', { 'sec-fetch-site': 'same-origin' }],
    ['a program', 'status', 'GET', {}],
    ['what to pay', 'requisite', 'GET', {}],
    ['a hand-off', 'handoff', 'POST', {}],
    ['a refused action', 'accept', 'POST', {}],
  ] as const)(
    'an own exchange by the API is recognized by any request: %s',
    async (_, path, method, headers) => {
      const entry = await completeShopClaim(({ call }) => call(path, { method, headers, address: HOME }));
      expect(entry).toMatchObject({ state: 'void', reason: 'self' });
      await expectBalancedPartners(testServer.context.db);
    },
  );

  test('an own exchange is recognized behind networks of others, and by a part of its IPv6 network', async () => {
    const olga = await openPartner(testServer, 'olga@mail.example', '2001:db8:0:7::1');
    const claim = await createShopClaim(testServer, olga, SERVER);
    await claim.call('status', { address: '192.0.2.9' });
    await claim.call('status', { address: '2001:db8:0:7:ffff::9' });
    await moveClaim(testServer, claim.id, 'confirming', 'aml', 'paid', 'payout', 'completed');
    expect(await olga.ledger()).toMatchObject([{ reason: 'self' }]);
  });

  test('a client who opens a claim of the API earns its shop the share', async () => {
    const entry = await completeShopClaim(({ call }) => call('status', { address: CLIENT }));
    expect(entry).toMatchObject({ state: 'pending', reason: null });
  });

  test('a client’s claim is the partner’s own if the partner reads it with its secret', async () => {
    const client = createInProcessClient(testServer.app);
    const body = { ...(await client.buildClaim('USDTTRC20', 'LTC')), refferal: partner.code };
    const { id, secret } = await client.createClaim(body, { address: CLIENT });
    for (const address of [CLIENT, HOME])
      await testServer.get(`/api/v1/claim/${id}/status/`, {
        'x-claim-secret': secret,
        'x-forwarded-for': address,
      });
    await moveClaim(testServer, id, 'confirming', 'aml', 'paid', 'payout', 'completed');
    expect(await partner.ledger()).toMatchObject([{ reason: 'self' }]);
  });

  test('stores each network of a claim once, as a hash, at most 17, and without a write for each poll', async () => {
    const claim = await createShopClaim(testServer, partner, SERVER);
    const { db, keys } = testServer.context;
    const readRow = () =>
      db
        .selectFrom('claim_referrals')
        .select(['creator_hash', 'opener_hash', 'network_hashes'])
        .where('claim_id', '=', claim.id)
        .executeTakeFirstOrThrow();
    const hash = (address: string) => keys.hash('claim-address', address);
    expect(await readRow()).toEqual({ creator_hash: hash(SERVER), opener_hash: '', network_hashes: null });
    await claim.call('status', { address: SERVER });
    const wrong = await testServer.get(`/api/v1/claim/${claim.id}/status/`, { 'x-forwarded-for': CLIENT });
    expect(wrong.status).toBe(200);
    expect((await readRow()).opener_hash).toBe('');
    for (let last = 1; last <= 40; last++) await claim.call('status', { address: `192.0.2.${last}` });
    const row = await readRow();
    const stored = [row.opener_hash, ...(JSON.parse(row.network_hashes ?? '[]') as string[])];
    expect(stored).toEqual(Array.from({ length: 17 }, (_, index) => hash(`192.0.2.${index + 1}`)));
    expect(JSON.stringify(row)).not.toContain('192.0');
    // What is known is not written again.
    await db.updateTable('claim_referrals').set({ network_hashes: '[]' }).execute();
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.40']) await claim.call('status', { address });
    expect((await readRow()).network_hashes).toBe('[]');
    await db.updateTable('claim_referrals').set({ network_hashes: row.network_hashes }).execute();
    // Many networks hide no partner.
    await claim.call('status', { address: HOME });
    await moveClaim(testServer, claim.id, 'confirming', 'aml', 'paid', 'payout', 'completed');
    expect(await partner.ledger()).toMatchObject([{ reason: 'self' }]);
  });

  test('an own exchange is recognized by the network of the request that makes the account a partner', async () => {
    const browser = await openAccount(testServer, 'olga@mail.example', '203.0.113.50');
    const read = async () =>
      (await browser.send('/api/v1/users/me/shop/links/', { method: 'GET' })).json() as Promise<ShopLinks>;
    const { codes } = await read();
    await read();
    const id = await completeClaim(testServer, codes[0]?.code ?? '', { address: '203.0.113.50' });
    const entry = await testServer.context.db
      .selectFrom('partner_entries')
      .select('reason')
      .where('claim_id', '=', id)
      .executeTakeFirst();
    expect(entry).toEqual({ reason: 'self' });
  });
});
