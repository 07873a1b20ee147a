import { Hono, type Context as Call } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { Problem } from '#core/contract/problem.ts';
import type { Context } from '../context.ts';
import { problem } from '../problem.ts';
import { Callback, take } from './callback.ts';
import * as orders from './order.ts';
import * as page from './page.ts';
import { fieldsOf, limit, returns } from './returns.ts';

/** Where the merchant says what became of an order. */
const CALLBACK = '/api/v1/merchant/callback/';

/** Asks this server, as somebody outside would. */
type Ask = (path: string, init: RequestInit) => Promise<Response> | Response;

const json = (schema: v.GenericSchema, description: string) => ({
  description,
  content: { 'application/json': { schema: resolver(schema) } },
});

const described = describeRoute({
  summary: 'What became of an order, said by the merchant; the same again is taken as once',
  tags: ['claim'],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: resolver(Callback) as never } },
  },
  responses: {
    200: json(v.object({ taken: v.literal(true) }), 'Noted'),
    404: json(Problem, '`not_found`: not the merchant’s word, or no such order'),
  },
});

/** The way back from a merchant, the callback of merchants, and the built-in test merchant where claims use it. */
export function merchant(context: Context, ask: Ask): Hono {
  const routes = new Hono();

  routes.post(CALLBACK, described, async c => {
    const taken = await take(context, await c.req.json().catch(() => null));
    return taken ? c.json({ taken }) : problem(c, 404, 'not_found');
  });

  routes.route('/', returns());

  if (Object.keys(context.config.merchants).length === 0) return routes;

  const show = (c: Call, html: string, status: 200 | 400 | 502 = 200) => c.body(html, status, page.headers);

  routes.post(orders.PAGE, limit, async c => {
    const fields = await fieldsOf(c);
    const order = orders.read(context.secret, 'order', fields);
    return order ? show(c, page.order(order, fields.signature ?? '')) : show(c, page.wrong, 400);
  });

  routes.post(`${orders.PAGE}done/`, limit, async c => {
    const { choice, ...fields } = await fieldsOf(c);
    const order = orders.read(context.secret, 'order', fields);
    if (!order || (choice !== 'pay' && choice !== 'decline')) return show(c, page.wrong, 400);
    const result = choice === 'pay' ? 'paid' : 'declined';
    const word: Callback = { ...order, result, signature: orders.sign(context.secret, result, order) };
    const answer = await ask(CALLBACK, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(word),
    });
    if (!answer.ok) return show(c, page.unanswered, 502);
    // 307 keeps the method: the browser posts the order on to where the shop wants it back.
    return c.redirect(choice === 'pay' ? '/claim/success' : '/claim/fail', 307);
  });

  return routes;
}
