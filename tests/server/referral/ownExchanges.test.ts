import { beforeEach, expect, test } from 'vitest';
import type { ShopLinks } from '#core/contract/account/shop.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createShopOwner, createShopProgram } from '../shop/support/shopClient.ts';
import { completeClaim, moveClaim, openPartner } from './support/partnerClient.ts';

forEachDatabase(startServer => {
  let testServer: TestServer;
  let partner: Awaited<ReturnType<typeof openPartner>>;
  beforeEach(async () => {
    testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' });
    partner = await openPartner(testServer);
  });

  test('an own exchange is recognized by the network that opens a claim of the API, not by that of the shop’s server', async () => {
    const { key } = await createShopOwner(partner.browser).addKey({ mode: 'live' });
    const program = createShopProgram(testServer, key);
    const open = async (url: string, address: string, site: string) => {
      const [, id, secret = ''] = /claim\/([^#]+)#(.+)$/.exec(url) ?? [];
      const response = await testServer.get(`/api/v1/claim/${id}/status/`, {
        'x-claim-secret': secret,
        'x-forwarded-for': address,
        'sec-fetch-site': site,
      });
      expect(response.status).toBe(200);
    };
    const reasons: (string | null | undefined)[] = [];
    for (const [address, site] of [
      ['198.51.100.7', 'same-origin'],
      ['198.51.100.7', 'none'],
      ['192.0.2.44', 'same-origin'],
    ] as const) {
      const claim = await program.createClaim();
      await open(claim.url ?? '', address, site);
      // The first opening counts.
      await open(claim.url ?? '', '198.51.100.7', 'cross-site');
      await moveClaim(testServer, claim.id, 'confirming', 'aml', 'paid', 'payout', 'completed');
      reasons.push((await partner.ledger())[0]?.reason);
    }
    expect(reasons).toEqual(['self', null, null]);
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
