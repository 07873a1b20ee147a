import type { Context } from 'hono';
import {
  createShopKeyCall,
  listShopKeysCall,
  revokeShopKeyCall,
  ShopKeyCreate,
} from '#core/contract/account/shopKeys.ts';
import {
  addWebhookCall,
  listDeliveriesCall,
  listWebhooksCall,
  redeliverEventCall,
  removeWebhookCall,
  rotateWebhookSecretCall,
  sendTestEventCall,
  updateWebhookCall,
  WebhookCreate,
  WebhookRedeliver,
  WebhookUpdate,
} from '#core/contract/account/shopWebhooks.ts';
import {
  moveTestClaimCall,
  readTestClaimCall,
  startTestClaimCall,
  TestClaimMove,
} from '#core/contract/shop.ts';
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { addShopKey, listShopKeys, revokeShopKey } from '#server/partners/keys/shopKeys.ts';
import {
  advanceTestClaim,
  readOwnTestClaim,
  startTestClaim,
} from '#server/partners/shopClaims/advanceTestClaim.ts';
import { listDeliveries, queueTestEvent, redeliver } from '#server/partners/webhooks/deliveryLog.ts';
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from '#server/partners/webhooks/webhooks.ts';
import { pageParameters } from '#server/platform/http/openapiDocs.ts';
import { createPartnerAccess, type AccountEnv } from '../account/accountGuards.ts';
import type { AddCall } from '../callRoutes.ts';

/**
 * Adds the calls for the developers of a shop, below /api/v1/users: keys of the shop API, webhooks, and test claims
 * without a key, for the page about the API.
 */
export function addDeveloperCalls(addCall: AddCall, context: ServerContext): void {
  const { account, freshAccount } = createPartnerAccess(context);
  const readOwner = (c: Context<AccountEnv>) => ({
    userId: c.var.account.user.id,
    device: readAccountDevice(c),
  });

  addCall(listShopKeysCall, { access: account }, c => listShopKeys(context, c.var.account.user.id));
  addCall(createShopKeyCall, { access: freshAccount, body: ShopKeyCreate, status: 201 }, (c, { body }) =>
    addShopKey(context, c.var.account.user, body, readAccountDevice(c)),
  );
  addCall(revokeShopKeyCall, { access: freshAccount }, (c, { id }) =>
    revokeShopKey(context, { ...readOwner(c), id }),
  );

  addCall(listWebhooksCall, { access: account }, c => listWebhooks(context, c.var.account.user.id));
  addCall(addWebhookCall, { access: freshAccount, body: WebhookCreate, status: 201 }, (c, { body }) =>
    addWebhook(context, readOwner(c), body),
  );
  addCall(updateWebhookCall, { access: freshAccount, body: WebhookUpdate }, (c, { id, body }) =>
    updateWebhook(context, { ...readOwner(c), id }, body),
  );
  addCall(removeWebhookCall, { access: freshAccount }, (c, { id }) =>
    removeWebhook(context, { ...readOwner(c), id }),
  );
  addCall(rotateWebhookSecretCall, { access: freshAccount }, (c, { id }) =>
    rotateSecret(context, { ...readOwner(c), id }),
  );
  addCall(sendTestEventCall, { access: account, status: 202 }, (c, { id }) =>
    queueTestEvent(context, { ...readOwner(c), id }),
  );
  addCall(listDeliveriesCall, { access: account, parameters: pageParameters }, (c, { id }) =>
    listDeliveries(context, { ...readOwner(c), id }, c.req.query()),
  );
  addCall(redeliverEventCall, { access: account, body: WebhookRedeliver, status: 202 }, (c, { id, body }) =>
    redeliver(context, { ...readOwner(c), id }, body.delivery),
  );

  addCall(startTestClaimCall, { access: account, status: 201 }, c =>
    startTestClaim(context, c.var.account.user.id),
  );
  addCall(readTestClaimCall, { access: account }, (c, { id }) =>
    readOwnTestClaim(context, { userId: c.var.account.user.id, id }),
  );
  addCall(moveTestClaimCall, { access: account, body: TestClaimMove }, (c, { id, body }) =>
    advanceTestClaim(context, { userId: c.var.account.user.id, id }, body),
  );
}
