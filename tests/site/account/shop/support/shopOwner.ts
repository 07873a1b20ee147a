import { expect, type Page } from '@playwright/test';
import type { ShopHistory, ShopLinks, ShopStatistics } from '#core/contract/account/shop.ts';
import { createClaimClient } from '#tests/support/claimClient.ts';
import { startAccountExchange, type AccountExchange } from '../../../auth/support/accountExchange.ts';
import { logInNewAccount, type OpenedAccount } from '../../support/logInNewAccount.ts';

const SHOP_PATH = '/api/v1/users/me/shop/';

/** Starts an exchange whose clients may come from any network. */
export const startShopExchange = (): Promise<AccountExchange> =>
  startAccountExchange({ TRUST_PROXY: 'loopback' });

/** A partner who is logged in with a page. */
export interface ShopOwner extends OpenedAccount {
  code: string;
  /** A client's claim by the partner's code, with a mark. Returns `id#secret`. */
  bringClaim(sub?: string, fromSumma?: string): Promise<string>;
  /** A claim by the partner's code from its own network. Returns `id#secret`. */
  createOwnClaim(): Promise<string>;
  /** A click on the partner's link. */
  click(): Promise<void>;
  /** A claim of the shop's server. Returns `id#secret`. */
  createApiClaim(): Promise<string>;
  /** Reads a claim as its client. */
  openClaim(claim: string): Promise<void>;
  /** Completes a claim. */
  complete(claim: string): Promise<void>;
  /** Waits until the statistics have this many claims. */
  waitUntilCounted(claims: number, completed: number): Promise<void>;
  /** Reads the history of claims. */
  readHistory(): Promise<ShopHistory>;
}

/** Creates an account, logs the page's browser in, and opens the account's programme. */
export async function openShopOwner(page: Page, exchange: AccountExchange): Promise<ShopOwner> {
  const account = await logInNewAccount(page, exchange);
  const read = async <Data>(path: string) => (await (await account.send(SHOP_PATH + path)).json()) as Data;
  const { codes } = await read<ShopLinks>('links/');
  const code = codes[0]?.code ?? '';
  // From another network than the partner's own exchanges.
  const createClient = (address: string) =>
    createClaimClient((path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('x-forwarded-for', address);
      return fetch(exchange.origin + path, { ...init, headers });
    });
  const client = createClient('203.0.113.7');
  return {
    ...account,
    code,
    async bringClaim(sub = '', fromSumma = '100') {
      const body = await client.buildClaim('USDTTRC20', 'SBERRUB', { fromSumma });
      const refferal = sub === '' ? code : `${code}.${sub}`;
      const { id, secret } = await client.createClaim({ ...body, refferal });
      return `${id}#${secret}`;
    },
    async createOwnClaim() {
      const own = createClient('127.0.0.1');
      const body = await own.buildClaim('USDTTRC20', 'SBERRUB', { fromSumma: '300' });
      const { id, secret } = await own.createClaim({ ...body, refferal: code });
      return `${id}#${secret}`;
    },
    async click() {
      const response = await fetch(`${exchange.origin}/api/v1/refferal/click/`, {
        method: 'POST',
        headers: {
          'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
          'x-forwarded-for': '203.0.113.7',
        },
        body: JSON.stringify({ refferal: code }),
      });
      expect(response.status).toBe(204);
    },
    async createApiClaim() {
      const created = await account.send(`${SHOP_PATH}keys/`, {
        name: 'Касса',
        mode: 'live',
        scopes: ['claims:write'],
      });
      const { key } = (await created.json()) as { key: string };
      const { saveRequisites: _, ...body } = await client.buildClaim('USDTTRC20', 'SBERRUB', {
        fromSumma: '1000',
      });
      const response = await fetch(`${exchange.origin}/api/v1/shop/claims/`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': 'order-of-the-shop',
          'x-forwarded-for': '203.0.113.80',
        },
        body: JSON.stringify(body),
      });
      const { url } = (await response.json()) as { url: string };
      return url.replace(/^.*\//, '');
    },
    async openClaim(claim) {
      const [id = '', secret = ''] = claim.split('#');
      expect((await client.fetchClaim(id, 'status', secret)).status).toBe(200);
    },
    complete: claim => exchange.moveClaim(claim, ['confirming', 'aml', 'paid', 'payout', 'completed']),
    async waitUntilCounted(claims, completed) {
      const readTotals = async () => {
        const { totals } = await read<ShopStatistics>('statistics/');
        return [totals.claims, totals.completed];
      };
      await expect.poll(readTotals, { timeout: 30_000 }).toEqual([claims, completed]);
    },
    readHistory: () => read<ShopHistory>('history/'),
  };
}
