import { expect } from 'vitest';
import * as v from 'valibot';
import {
  SHOP_KEY_SCOPES,
  ShopKeyCreated,
  ShopKeys,
  type ShopKeyCreate,
} from '#core/contract/account/shopKeys.ts';
import {
  WEBHOOK_EVENTS,
  WebhookCreated,
  WebhookDeliveries,
  Webhooks,
  type WebhookCreate,
} from '#core/contract/account/shopWebhooks.ts';
import { ShopClaimCreated, ShopClaimDetails } from '#core/contract/shop.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import type { TestServer } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';

/** Where the account's part of the shop is. */
const SHOP_PATH = '/api/v1/users/me/shop/';

/** Calls of a logged-in browser about its shop. */
export function createShopOwner(browser: AccountBrowser) {
  const call = (path: string, method = 'GET', body?: unknown) =>
    browser.send(SHOP_PATH + path, { method, body });
  const parse = async <T>(schema: v.GenericSchema<unknown, T>, response: Response, status: number) => {
    const text = await response.text();
    expect([response.status, text]).toEqual([status, expect.anything()]);
    return v.parse(schema, JSON.parse(text));
  };
  return {
    call,
    addKey: async (key: Partial<ShopKeyCreate> = {}) =>
      parse(
        ShopKeyCreated,
        await call('keys/', 'POST', { name: 'Касса', mode: 'test', scopes: SHOP_KEY_SCOPES, ...key }),
        201,
      ),
    listKeys: async () => (await parse(ShopKeys, await call('keys/'), 200)).results,
    addWebhook: async (webhook: Partial<WebhookCreate> & { url: string }) =>
      parse(
        WebhookCreated,
        await call('webhooks/', 'POST', { events: WEBHOOK_EVENTS, mode: 'test', ...webhook }),
        201,
      ),
    listWebhooks: async () => (await parse(Webhooks, await call('webhooks/'), 200)).results,
    listDeliveries: async (id: string) =>
      (await parse(WebhookDeliveries, await call(`webhooks/${id}/deliveries/?size=100`), 200)).results,
    rotate: async (id: string) => parse(WebhookCreated, await call(`webhooks/${id}/rotate/`, 'POST'), 200),
  };
}

let keyCount = 0;

/** A program of a shop, with a key. `address`: that of its server, behind a trusted proxy. */
export function createShopProgram({ app }: Pick<TestServer, 'app'>, key: string, address?: string) {
  const send = async (
    path: string,
    {
      method = 'GET',
      body,
      headers = {},
    }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) =>
    app.request(`/api/v1/shop/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(address === undefined ? {} : { 'x-forwarded-for': address }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    send,
    /** A valid body, as a shop sends it. */
    async buildClaim(more: object = {}) {
      const {
        saveRequisites: _,
        recaptcha: __,
        refferal: ___,
        ...body
      } = await createInProcessClient(app).buildClaim('LTC', 'SBERRUB');
      return { ...body, ...more };
    },
    async createClaim(more: object = {}, idempotencyKey = `order-number-${++keyCount}`) {
      const body = await this.buildClaim(more);
      const response = await send('claims/', {
        method: 'POST',
        body,
        headers: { 'idempotency-key': idempotencyKey },
      });
      const text = await response.text();
      expect([response.status, text]).toEqual([201, expect.anything()]);
      return v.parse(ShopClaimCreated, JSON.parse(text));
    },
    async move(id: string, ...statuses: string[]) {
      for (const status of statuses) {
        const response = await send(`claims/${id}/`, { method: 'POST', body: { status } });
        expect([status, response.status]).toEqual([status, 200]);
      }
    },
    async readClaim(id: string) {
      return v.parse(ShopClaimDetails, await (await send(`claims/${id}/`)).json());
    },
  };
}
