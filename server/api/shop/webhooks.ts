import type { Context, Hono } from 'hono';
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
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { listDeliveries, queueTestEvent, redeliver } from '#server/partners/webhooks/deliveryLog.ts';
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from '#server/partners/webhooks/webhooks.ts';
import { createAccountAccess, createPartnerGuards, type AccountEnv } from '../account/accountGuards.ts';
import { createCallRoutes } from '../callRoutes.ts';
import { pageParameters } from '#server/platform/http/openapiDocs.ts';

/** Routes of webhooks, below /api/v1/users. */
export function createWebhookRoutes(context: ServerContext): Hono {
  const { routes, addCall } = createCallRoutes('/api/v1/users', 'users');
  const { account, freshAccount } = createAccountAccess(createPartnerGuards(context));
  const readOwner = (c: Context<AccountEnv>) => ({
    userId: c.var.account.user.id,
    device: readAccountDevice(c),
  });

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
  return routes;
}
