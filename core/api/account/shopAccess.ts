import { listShopKeysCall, type ShopKey } from '#core/contract/account/shopKeys.ts';
import { listWebhooksCall, type Webhook } from '#core/contract/account/shopWebhooks.ts';
import type { ApiClient, CallOptions } from '../client.ts';
import { sendCall } from '../sendCall.ts';

/** The keys of the shop API, the newest first. */
export const fetchShopKeys = async (client: ApiClient, options?: CallOptions): Promise<ShopKey[]> =>
  (await sendCall(client, listShopKeysCall, options)).results;

/** The webhooks, the oldest first. */
export const fetchWebhooks = async (client: ApiClient, options?: CallOptions): Promise<Webhook[]> =>
  (await sendCall(client, listWebhooksCall, options)).results;
