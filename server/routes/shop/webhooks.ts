import { Hono, type Context } from 'hono';
import { WebhookCreate, WebhookRedeliver, WebhookUpdate } from '#core/contract/account/shopWebhooks.ts';
import { readAccountDevice } from '../../accounts/accountClient.ts';
import type { ServerContext } from '../../context.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { listDeliveries, queueTestEvent, redeliver } from '../../webhooks/deliveryLog.ts';
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
  type OwnedWebhook,
} from '../../webhooks/webhooks.ts';
import { createPartnerGuards, type AccountEnv } from '../account/accountGuards.ts';
import { readUuid } from '../readUuid.ts';
import { webhookDocs } from './webhookDocs.ts';

/** Routes below /api/v1/users/me/shop/webhooks. */
export function createWebhookRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { requireAccount, requireFreshAccount } = createPartnerGuards(context);
  /** Identifies the webhook of a path, for the logged-in user. */
  const readOwned = (c: Context<AccountEnv>): OwnedWebhook => ({
    userId: c.var.account.user.id,
    id: readUuid(c).toLowerCase(),
    device: readAccountDevice(c),
  });

  routes.get('/', webhookDocs.list, requireAccount, async c =>
    c.json(await listWebhooks(context, c.var.account.user.id)),
  );

  routes.post('/', webhookDocs.add, requireFreshAccount, async c => {
    const body = await parseJsonBody(c, WebhookCreate);
    const owner = { userId: c.var.account.user.id, device: readAccountDevice(c) };
    return c.json(await addWebhook(context, owner, body), 201);
  });

  routes.patch('/:id/', webhookDocs.update, requireFreshAccount, async c => {
    const owned = readOwned(c);
    return c.json(await updateWebhook(context, owned, await parseJsonBody(c, WebhookUpdate)));
  });

  routes.delete('/:id/', webhookDocs.remove, requireFreshAccount, async c => {
    await removeWebhook(context, readOwned(c));
    return c.body(null, 204);
  });

  routes.post('/:id/rotate/', webhookDocs.rotate, requireFreshAccount, async c =>
    c.json(await rotateSecret(context, readOwned(c))),
  );

  routes.post('/:id/test/', webhookDocs.test, requireAccount, async c =>
    c.json(await queueTestEvent(context, readOwned(c)), 202),
  );

  routes.get('/:id/deliveries/', webhookDocs.deliveries, requireAccount, async c =>
    c.json(await listDeliveries(context, readOwned(c), c.req.query())),
  );

  routes.post('/:id/redeliver/', webhookDocs.redeliver, requireAccount, async c => {
    const owned = readOwned(c);
    const { delivery } = await parseJsonBody(c, WebhookRedeliver);
    return c.json(await redeliver(context, owned, delivery), 202);
  });

  return routes;
}
