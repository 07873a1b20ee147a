import { Hono, type Context } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { Problem } from '#core/contract/problem.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { parseJsonText } from '#server/platform/http/request/parseJsonText.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { MerchantCallback, handleMerchantCallback } from './merchantCallback.ts';
import { MERCHANT_PAGE_PATH, verifyOrder, signOrder } from './merchantOrder.ts';
import { MERCHANT_PAGE_HEADERS, renderOrderPage, invalidOrderPage, unavailablePage } from './merchantPage.ts';
import { parseFormFields, limitFormBody, createReturnRoutes } from './merchantReturn.ts';
import { describeJson, describeJsonBody } from '#server/platform/http/openapiDocs.ts';

/** Path of the merchant's notification about an order. */
const CALLBACK_PATH = '/api/v1/merchant/callback/';

/** Sends a request to this app in process. */
type RequestApp = (path: string, init: RequestInit) => Promise<Response> | Response;

// Not in the contract: merchants send it, no page does.
const callbackDocs = describeRoute({
  summary: 'Receive a merchant’s notification about an order; a repeated one has no further effect',
  tags: ['claim'],
  requestBody: describeJsonBody(MerchantCallback),
  responses: {
    200: describeJson(v.object({ taken: v.pipe(v.literal(true), v.description('Always true')) }), 'Accepted'),
    404: describeJson(Problem, '`not_found`: invalid signature, unknown order or refused payment'),
  },
});

/** Creates the routes under /api/v1/merchant. */
export function createMerchantCallbackRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  routes.post('/callback/', callbackDocs, async c => {
    const taken = await handleMerchantCallback(context, parseJsonText(await c.req.text().catch(() => '')));
    if (!taken) throw notFoundProblem;
    return c.json({ taken });
  });
  return routes;
}

/** Creates the return pages for merchants, and the pages of the built-in test merchant if claims use it. */
export function createMerchantPages(context: ServerContext, requestApp: RequestApp): Hono {
  const routes = new Hono();
  routes.route('/', createReturnRoutes());

  if (Object.keys(context.config.merchants).length === 0) return routes;

  const sendPage = (c: Context, html: string, status: 200 | 400 | 502 = 200) =>
    c.body(html, status, MERCHANT_PAGE_HEADERS);

  routes.post(MERCHANT_PAGE_PATH, limitFormBody, async c => {
    const fields = await parseFormFields(c);
    const order = verifyOrder(context.keys, 'order', fields);
    return order
      ? sendPage(c, renderOrderPage(order, fields.signature ?? ''))
      : sendPage(c, invalidOrderPage, 400);
  });

  routes.post(`${MERCHANT_PAGE_PATH}done/`, limitFormBody, async c => {
    const { choice, ...fields } = await parseFormFields(c);
    const order = verifyOrder(context.keys, 'order', fields);
    if (!order || (choice !== 'pay' && choice !== 'decline')) return sendPage(c, invalidOrderPage, 400);
    const result = choice === 'pay' ? 'paid' : 'declined';
    const callback: MerchantCallback = {
      ...order,
      result,
      signature: signOrder(context.keys, result, order),
    };
    const response = await requestApp(CALLBACK_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(callback),
    });
    if (!response.ok) return sendPage(c, unavailablePage, 502);
    // 307 keeps the method, because real merchants also return by POST.
    return c.redirect(choice === 'pay' ? '/claim/success' : '/claim/fail', 307);
  });

  return routes;
}
