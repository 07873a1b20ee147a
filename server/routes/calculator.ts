import { Hono, type Context as Call } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import * as contract from '#core/contract/calculator.ts';
import { Tiers, type Tier } from '#core/contract/discount.ts';
import { Form } from '#core/contract/form.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { toText, trim } from '#core/exchange/amount.ts';
import { directions, fromIds, fromIdsOf, toIds } from '../catalogue/directions.ts';
import type { Currency } from '../catalogue/snapshot.ts';
import type { Context } from '../context.ts';
import { problem } from '../problem.ts';
import { terms, type Terms, type Unpriced } from '../rates/pricing.ts';
import * as settings from '../rates/settings.ts';
import { answer as served } from '../web/answer.ts';
import * as codings from '../web/coding.ts';
import { file } from '../web/files.ts';
import * as view from '../rates/view.ts';

const json = (schema: v.GenericSchema, description: string) => ({
  description,
  content: { 'application/json': { schema: resolver(schema) } },
});

const parameter = (name: string, place: 'path' | 'query', description: string) => ({
  name,
  in: place,
  required: place === 'path',
  description,
  schema: place === 'path' ? { type: 'integer' as const, minimum: 1 } : { type: 'string' as const },
});

const path = {
  id: parameter('id', 'path', 'id of a payment system'),
  from: parameter('from', 'path', 'id of what is sent'),
  to: parameter('to', 'path', 'id of what is received'),
};
const promocode = parameter('promocode', 'query', 'changes the course, or is refused as a 400 on this field');
const unknownCurrency = json(Problem, '`currency_unknown`');
const priced = {
  404: json(Problem, '`currency_unknown` or `pair_unknown`'),
  400: json(LimitProblem, '`promocode_invalid` or `promocode_used` on the field `promocode`'),
};

function docs(
  summary: string,
  schema: v.GenericSchema,
  parameters: ReturnType<typeof parameter>[] = [],
  refusals: Record<number, ReturnType<typeof json>> = {},
) {
  return describeRoute({
    summary,
    tags: ['calculator'],
    parameters,
    responses: { 200: json(schema, summary), ...refusals },
  });
}

const described = {
  directions: docs('Every currency to exchange, in the order to show', contract.Directions),
  from: docs('Ids that can be sent now', contract.Ids),
  fromId: docs('Ids that can be received for this one now', contract.Ids, [path.id], {
    404: unknownCurrency,
  }),
  toId: docs('Ids that can be sent to receive this one now', contract.Ids, [path.id], {
    404: unknownCurrency,
  }),
  pair: docs(
    'Everything the form needs of a pair, with a quote honoured until `expiresAt`',
    contract.Pair,
    [path.from, path.to, promocode],
    priced,
  ),
  course: docs(
    'The fresh course of a pair and its limits',
    contract.Course,
    [path.from, path.to, promocode],
    priced,
  ),
  discounts: docs('Discount tiers by turnover in 12 months', Tiers),
  reserves: docs('Free reserves, a line a payment system', contract.Reserves),
  settings: docs(
    'Settings; with codes also the chosen pair and all that a first paint needs',
    v.object({ ...contract.Settings.entries, form: v.optional(Form) }),
    [
      parameter('cur_from', 'query', 'code or alias of what is sent, any case'),
      parameter('cur_to', 'query', 'code or alias of what is received, any case'),
      parameter('city', 'query', 'code of the city for cash'),
      parameter('form', 'query', 'build of the widget whose ready-made form is wanted, too'),
      parameter('amount', 'query', 'sum to send that the ready-made form shows'),
    ],
  ),
  tech: docs('Whether the exchange is closed for maintenance', contract.Tech),
  chat: docs('The chat’s script, null without a chat', contract.Chat),
};

/**
 * How long an answer without a course may be kept, seconds; the tag tells whether it has changed. An old list of
 * currencies may be shown while the new one is on its way: every course says again whether its pair is open. An old
 * reserve may not: whoever has just made a claim looks at it next.
 */
const KEPT = {
  directions: 'public, max-age=5, stale-while-revalidate=60',
  reserves: 'public, max-age=5',
  chat: 'public, max-age=60, stale-while-revalidate=3600',
};

/** The calls under /api/v1/calculator, all answered from memory. */
export function calculator(context: Context): Hono {
  const { catalogue } = context;
  const routes = new Hono();
  // What this process has just written, a hold for example, is in the very next answer.
  routes.use(async (_, next) => {
    await catalogue.fresh();
    await next();
  });
  const get = (
    route: string,
    about: ReturnType<typeof docs>,
    answer: (c: Call) => Response | Promise<Response>,
  ) => {
    routes.get(`${route}/`, about, answer);
    if (route !== '') routes.get(route, answer);
  };
  const one = (c: Call, name: string): Currency | undefined => {
    const text = c.req.param(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? catalogue.currency(Number(text)) : undefined;
  };
  const list = (c: Call, ids: (one: Currency) => number[]) => {
    const currency = one(c, 'id');
    return currency ? keep(c, ids(currency), KEPT.directions) : problem(c, 404, 'currency_unknown');
  };
  const price = (c: Call, answer: (found: Terms | Unpriced) => object) => {
    const [from, to] = [one(c, 'from'), one(c, 'to')];
    if (!from || !to) return problem(c, 404, 'currency_unknown');
    const found = terms(context, from.id, to.id, { promocode: c.req.query('promocode') });
    if (found.ok || 'from' in found) return c.json(answer(found), 200, { 'Cache-Control': 'no-store' });
    if (found.code === 'pair_unknown') return problem(c, 404, found.code);
    return c.json({ promocode: [found.detail], codes: { promocode: found.code } }, 400);
  };

  /** The address that was refused last. */
  let refused: string | null = null;

  /** The chat's script only from an origin that the configuration allows: it runs on our pages. Another is logged, once. */
  function chat(): contract.Chat {
    const src = catalogue.setting('chat_src');
    const origin = src !== null && URL.canParse(src) ? new URL(src).origin : null;
    const told = src !== null && origin !== null && context.config.chatOrigins.includes(origin);
    const wrong = told ? null : src;
    if (wrong !== null && wrong !== refused)
      context.log.warn({ origin }, 'the chat’s script is from no origin of CHAT_ORIGINS');
    refused = wrong;
    return { result: told ? { src } : null };
  }

  get('', described.directions, c => keep(c, directions(context), KEPT.directions));
  get('/from', described.from, c => keep(c, fromIds(context), KEPT.directions));
  get('/from/:id', described.fromId, c => list(c, one => toIds(context, one)));
  get('/to/:id', described.toId, c => list(c, one => fromIdsOf(context, one)));
  get('/pair/:from/:to', described.pair, c => price(c, found => view.pair(context, found)));
  get('/course/:from/:to', described.course, c => price(c, found => view.course(context, found)));
  get('/discounts', described.discounts, c => keep(c, tiers(context), KEPT.directions));
  get('/reserves', described.reserves, c => keep(c, reserves(context), KEPT.reserves));
  get('/settings', described.settings, async c => {
    const { cur_from, cur_to, city, amount, form } = c.req.query();
    if (cur_from === undefined && cur_to === undefined)
      return keep(c, settings.plain(context), KEPT.directions);
    const answer = settings.first(context, { from: cur_from, to: cur_to, city });
    // Markup of another build would be of no use to the one that asks.
    const drawn = context.form && form === context.form.id ? context.form.tree(answer, amount) : null;
    const coding = codings.coding(c.req.header('accept-encoding'));
    const text = JSON.stringify(drawn ? { ...answer, form: drawn } : answer);
    return c.body(await codings.encode[coding](text), 200, {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json',
      ...codings.headers(coding),
    });
  });
  get('/tech', described.tech, c => c.json(catalogue.tech(), 200, { 'Cache-Control': 'no-store' }));
  get('/chat', described.chat, c => keep(c, chat(), KEPT.chat));
  return routes;
}

/** An answer that may be kept, with a tag of its content; 304 to who has it already. */
function keep(c: Call, body: object, cache: string): Response {
  return served(c, file('answer.json', new TextEncoder().encode(JSON.stringify(body))), {}, { cache });
}

function reserves({ catalogue }: Context): contract.Reserve[] {
  return catalogue.currencies.flatMap(one => {
    const row = catalogue.reserve(one.id);
    if (!row || !one.receiveVisible) return [];
    const { id, code, name, network, ticker, icon, decimals } = one;
    const amount = toText(row.amount - row.held, decimals);
    const updatedAt = new Date(Number(row.updated_at)).toISOString();
    return [{ id, code, name, network, currency: ticker, icon, decimals, amount, updatedAt }];
  });
}

function tiers({ catalogue }: Context): Tier[] {
  return catalogue
    .snapshot()
    .tiers.map(({ turnover, percent }) => ({ turnover: trim(toText(turnover, 2)), percent }));
}
