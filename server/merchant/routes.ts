import { Hono, type Context as Call } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { Problem } from '#core/contract/problem.ts';
import type { Context } from '../context.ts';
import { problem } from '../problem.ts';
import { Callback, take } from './callback.ts';
import * as orders from './order.ts';
import * as page from './page.ts';

/** Where the merchant says what became of an order. */
const CALLBACK = '/api/v1/merchant/callback/';

/** Bytes of a form or of a merchant's word. */
const MAX_BODY = 16 * 1024;

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
  const limit = bodyLimit({ maxSize: MAX_BODY, onError: c => problem(c, 413, 'body_invalid') });

  routes.post(CALLBACK, described, async c => {
    const taken = await take(context, await c.req.json().catch(() => null));
    return taken ? c.json({ taken }) : problem(c, 404, 'not_found');
  });

  // Merchants return by POST; a page is for GET, and a reload of it must post nothing.
  for (const result of ['success', 'fail'])
    for (const path of [`/claim/${result}`, `/claim/${result}/`])
      routes.post(path, limit, async c => {
        const { claim } = await fieldsOf(c);
        const known = v.is(v.pipe(v.string(), v.uuid()), claim) ? `?claim=${claim}` : '';
        return c.redirect(`/claim/${result}${known}`, 303);
      });

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

async function fieldsOf(c: Call): Promise<Record<string, string>> {
  const body = await c.req.parseBody().catch(() => ({}));
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
