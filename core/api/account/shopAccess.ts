import * as v from 'valibot';
import {
  ShopKeyCreated,
  ShopKeys,
  type ShopKey,
  type ShopKeyCreate,
} from '#core/contract/account/shopKeys.ts';
import {
  Webhook,
  WebhookCreated,
  WebhookDeliveries,
  WebhookDelivery,
  Webhooks,
  type WebhookCreate,
  type WebhookUpdate,
} from '#core/contract/account/shopWebhooks.ts';
import type { ApiClient, CallOptions } from '../client.ts';

// All calls are API extensions.

const KEYS_PATH = '/api/v1/users/me/shop/keys/';
const WEBHOOKS_PATH = '/api/v1/users/me/shop/webhooks/';

/** Deliveries on a page. */
export const DELIVERY_PAGE_SIZE = 10;

const ignoredResponse = v.unknown();

const getWebhookPath = (id: string) => `${WEBHOOKS_PATH}${encodeURIComponent(id)}/`;
const withBody = (body: object, { signal }: CallOptions = {}) =>
  ({ method: 'POST', body: { ...body }, ...(signal && { signal }) }) as const;

/** GET users/me/shop/keys/ : the keys of the shop API, the newest first. */
export async function fetchShopKeys(client: ApiClient, options?: CallOptions): Promise<ShopKey[]> {
  return (await client.call(ShopKeys, KEYS_PATH, options)).results;
}

/** POST users/me/shop/keys/ : creates a key. Only this response contains it. */
export const createShopKey = (
  client: ApiClient,
  body: ShopKeyCreate,
  options?: CallOptions,
): Promise<ShopKeyCreated> => client.call(ShopKeyCreated, KEYS_PATH, withBody(body, options));

/** DELETE users/me/shop/keys/{id}/ : revokes a key. */
export async function revokeShopKey(client: ApiClient, id: string): Promise<void> {
  await client.call(ignoredResponse, `${KEYS_PATH}${encodeURIComponent(id)}/`, { method: 'DELETE' });
}

/** GET users/me/shop/webhooks/ : the webhooks, the oldest first. */
export async function fetchWebhooks(client: ApiClient, options?: CallOptions): Promise<Webhook[]> {
  return (await client.call(Webhooks, WEBHOOKS_PATH, options)).results;
}

/** POST users/me/shop/webhooks/ : adds a webhook. Only this response contains its secret. */
export const addWebhook = (
  client: ApiClient,
  body: WebhookCreate,
  options?: CallOptions,
): Promise<WebhookCreated> => client.call(WebhookCreated, WEBHOOKS_PATH, withBody(body, options));

/** PATCH users/me/shop/webhooks/{id}/ . */
export const updateWebhook = (client: ApiClient, id: string, body: WebhookUpdate): Promise<Webhook> =>
  client.call(Webhook, getWebhookPath(id), { method: 'PATCH', body: { ...body } });

/** DELETE users/me/shop/webhooks/{id}/ . */
export async function removeWebhook(client: ApiClient, id: string): Promise<void> {
  await client.call(ignoredResponse, getWebhookPath(id), { method: 'DELETE' });
}

/** POST users/me/shop/webhooks/{id}/rotate/ : creates a new secret, which only this response contains. */
export const rotateWebhookSecret = (client: ApiClient, id: string): Promise<WebhookCreated> =>
  client.call(WebhookCreated, `${getWebhookPath(id)}rotate/`, withBody({}));

/** POST users/me/shop/webhooks/{id}/test/ : queues a test event. */
export const sendTestEvent = (client: ApiClient, id: string): Promise<WebhookDelivery> =>
  client.call(WebhookDelivery, `${getWebhookPath(id)}test/`, withBody({}));

/** GET users/me/shop/webhooks/{id}/deliveries/ : a page of the deliveries, the newest first. */
export const fetchDeliveries = (
  client: ApiClient,
  id: string,
  { page, ...options }: CallOptions & { page: number },
): Promise<WebhookDeliveries> =>
  client.call(WebhookDeliveries, `${getWebhookPath(id)}deliveries/`, {
    ...options,
    query: { page: String(page), size: String(DELIVERY_PAGE_SIZE) },
  });

/** POST users/me/shop/webhooks/{id}/redeliver/ : queues an event again. */
export const redeliverEvent = (client: ApiClient, id: string, delivery: number): Promise<WebhookDelivery> =>
  client.call(WebhookDelivery, `${getWebhookPath(id)}redeliver/`, withBody({ delivery }));
