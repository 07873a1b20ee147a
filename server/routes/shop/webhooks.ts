import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { WebhookCreate, WebhookRedeliver, WebhookUpdate } from '#core/contract/account/shopWebhooks.ts';
import { readAccountDevice } from '../../accounts/accountClient.ts';
import type { ServerContext } from '../../context.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import { notFoundProblem } from '../../http/problemResult.ts';
import { listDeliveries, queueTestEvent, redeliver } from '../../webhooks/deliveryLog.ts';
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
  type OwnedWebhook,
} from '../../webhooks/webhooks.ts';
import { createPartnerGuards } from '../account/accountGuards.ts';
import { webhookDocs } from './webhookDocs.ts';

/** PostgreSQL accepts no zero byte in a text. */
const WebhookId = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** Routes below /api/v1/users/me/shop/webhooks. */
export function createWebhookRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { withAccount, withFreshAccount } = createPartnerGuards(context);

  /** Handles a request about one webhook; `guard` decides who may send it. 404 if its id is none. */
  const withWebhook = (
    c: Context,
    guard: typeof withAccount,
    handle: (owned: OwnedWebhook) => Promise<Response> | Response,
  ) =>
    guard(c, ({ user }) => {
      const id = v.safeParse(WebhookId, c.req.param('id'));
      return id.success
        ? handle({ userId: user.id, id: id.output, device: readAccountDevice(c) })
        : sendProblemResult(c, notFoundProblem);
    });

  routes.get('/', webhookDocs.list, c =>
    withAccount(c, async ({ user }) => c.json(await listWebhooks(context, user.id))),
  );

  routes.post('/', webhookDocs.add, c =>
    withFreshAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, WebhookCreate);
      if (!body.ok) return sendProblemResult(c, body);
      const owner = { userId: user.id, device: readAccountDevice(c) };
      const result = await addWebhook(context, owner, body.output);
      return result.ok ? c.json(result.created, 201) : sendProblemResult(c, result);
    }),
  );

  routes.patch('/:id/', webhookDocs.update, c =>
    withWebhook(c, withFreshAccount, async owned => {
      const body = await parseJsonBody(c, WebhookUpdate);
      if (!body.ok) return sendProblemResult(c, body);
      const result = await updateWebhook(context, owned, body.output);
      return result.ok ? c.json(result.webhook) : sendProblemResult(c, result);
    }),
  );

  routes.delete('/:id/', webhookDocs.remove, c =>
    withWebhook(c, withFreshAccount, async owned => {
      const result = await removeWebhook(context, owned);
      return result.ok ? c.body(null, 204) : sendProblemResult(c, result);
    }),
  );

  routes.post('/:id/rotate/', webhookDocs.rotate, c =>
    withWebhook(c, withFreshAccount, async owned => {
      const result = await rotateSecret(context, owned);
      return result.ok ? c.json(result.created) : sendProblemResult(c, result);
    }),
  );

  routes.post('/:id/test/', webhookDocs.test, c =>
    withWebhook(c, withAccount, async owned => {
      const result = await queueTestEvent(context, owned);
      return result.ok ? c.json(result.delivery, 202) : sendProblemResult(c, result);
    }),
  );

  routes.get('/:id/deliveries/', webhookDocs.deliveries, c =>
    withWebhook(c, withAccount, async owned => {
      const result = await listDeliveries(context, owned, c.req.query());
      return result.ok ? c.json(result.deliveries) : sendProblemResult(c, result);
    }),
  );

  routes.post('/:id/redeliver/', webhookDocs.redeliver, c =>
    withWebhook(c, withAccount, async owned => {
      const body = await parseJsonBody(c, WebhookRedeliver);
      if (!body.ok) return sendProblemResult(c, body);
      const result = await redeliver(context, owned, body.output.delivery);
      return result.ok ? c.json(result.delivery, 202) : sendProblemResult(c, result);
    }),
  );

  return routes;
}
