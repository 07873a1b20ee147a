import { Hono, type Context } from 'hono';
import { describeRoute } from 'hono-openapi';
import type * as v from 'valibot';
import { Directions, PaymentSystemIds, Reserves } from '#core/contract/calculator.ts';
import { Pair, Course } from '#core/contract/course/pair.ts';
import { DiscountTiers, type DiscountTier } from '#core/contract/discount.ts';
import { Market } from '#core/contract/course/market.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { ChatSettings, MaintenanceStatus } from '#core/contract/siteSettings.ts';
import { trimTrailingZeros } from '#core/exchange/amount.ts';
import { createFiguresReader } from '#server/exchange/claims/exchangeFigures.ts';
import { addSavedRequisites } from '#server/accounts/requisites/pairRequisites.ts';
import { identifyAccount } from '#server/accounts/identifyAccount.ts';
import { loadAccountDiscount } from '#server/accounts/overview/accountDiscount.ts';
import {
  listDirections,
  listFromIds,
  listFromIdsByTo,
  listToIds,
} from '#server/exchange/courses/directions.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { buildReferralTerms } from '#server/partners/programme.ts';
import { findRelyingParty } from '#server/accounts/passkeys/relyingParty.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { formatTurnover } from '#server/exchange/claims/turnover.ts';
import { createHistoryReader, historyDocs } from '#server/exchange/courseHistory/historyResponse.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import { MAX_MARKET_PAIRS, buildMarket, buildReserves } from '#server/exchange/courses/marketResponse.ts';
import { calculateTerms, type PairTerms, type UnpricedPair } from '#server/exchange/courses/pricing.ts';
import {
  SettingsResponse,
  buildSettings,
  buildPairSettings,
} from '#server/exchange/courses/settingsResponse.ts';
import { sendFile } from '#server/platform/http/response/fileResponse.ts';
import {
  negotiateEncoding,
  encodeText,
  createEncodingHeaders,
} from '#server/platform/http/response/contentEncoding.ts';
import { createStaticFile } from '#server/platform/http/response/staticFiles.ts';
import { buildPair, buildCourse } from '#server/exchange/courses/pairResponse.ts';
import { createChatSettingsReader } from './chatSettings.ts';
import { describeJson } from '#server/platform/http/openapiDocs.ts';

const describeParameter = (name: string, location: 'path' | 'query', description: string) => ({
  name,
  in: location,
  required: location === 'path',
  description,
  schema: location === 'path' ? { type: 'integer' as const, minimum: 1 } : { type: 'string' as const },
});

const pathParameters = {
  id: describeParameter('id', 'path', 'id of a payment system'),
  from: describeParameter('from', 'path', 'id of the payment system to send from'),
  to: describeParameter('to', 'path', 'id of the payment system to receive in'),
};
const promocodeParameter = describeParameter(
  'promocode',
  'query',
  'promocode to apply to the course; an invalid one returns 400 with an error on this field',
);
const unknownCurrencyDocs = describeJson(Problem, '`currency_unknown`');
const pricedRefusals = {
  404: describeJson(Problem, '`currency_unknown` or `pair_unknown`'),
  400: describeJson(
    LimitProblem,
    '`promocode_invalid`, `promocode_used` or `promocode_expired` on the field `promocode`',
  ),
  401: describeJson(Problem, '`token_not_valid`: an access token was sent, and is not valid'),
};

function describeCalculatorRoute(
  summary: string,
  schema: v.GenericSchema,
  parameters: ReturnType<typeof describeParameter>[] = [],
  refusals: Record<number, ReturnType<typeof describeJson>> = {},
) {
  return describeRoute({
    summary,
    tags: ['calculator'],
    parameters,
    responses: { 200: describeJson(schema, summary), ...refusals },
  });
}

const calculatorDocs = {
  directions: describeCalculatorRoute('List all currencies in display order', Directions),
  from: describeCalculatorRoute('List the ids that can be sent now', PaymentSystemIds),
  fromId: describeCalculatorRoute(
    'List the ids that can be received for this id now',
    PaymentSystemIds,
    [pathParameters.id],
    {
      404: unknownCurrencyDocs,
    },
  ),
  toId: describeCalculatorRoute(
    'List the ids that can be sent for this id now',
    PaymentSystemIds,
    [pathParameters.id],
    {
      404: unknownCurrencyDocs,
    },
  ),
  pair: describeCalculatorRoute(
    'Get a pair with all data of the form and a quote that is valid until `expiresAt`',
    Pair,
    [pathParameters.from, pathParameters.to, promocodeParameter],
    pricedRefusals,
  ),
  course: describeCalculatorRoute(
    'Get the current course and limits of a pair',
    Course,
    [pathParameters.from, pathParameters.to, promocodeParameter],
    pricedRefusals,
  ),
  discounts: describeCalculatorRoute('List discount tiers by turnover in 12 months', DiscountTiers),
  reserves: describeCalculatorRoute('List the free reserve of each payment system', Reserves),
  market: describeCalculatorRoute(
    'Get all free reserves and the courses of some pairs, in one call',
    Market,
    [
      describeParameter(
        'pairs',
        'query',
        `pairs of codes or aliases, for example BTC-SBERRUB,TON-SBPRUB; at most ${MAX_MARKET_PAIRS}. Closed and unknown ones are left out`,
      ),
    ],
  ),
  settings: describeCalculatorRoute(
    'Get the settings; with currency codes also the chosen pair and the data for a first paint',
    SettingsResponse,
    [
      describeParameter('cur_from', 'query', 'code or alias of the currency sent, in any case'),
      describeParameter('cur_to', 'query', 'code or alias of the currency received, in any case'),
      describeParameter('city', 'query', 'code of the city for cash'),
      describeParameter('form', 'query', 'build of the widget; adds its prerendered form to the response'),
      describeParameter('amount', 'query', 'amount to send in the prerendered form'),
    ],
  ),
  tech: describeCalculatorRoute('Get whether the exchange is closed for maintenance', MaintenanceStatus),
  chat: describeCalculatorRoute('Get the URL of the chat’s script; null without a chat', ChatSettings),
};

/**
 * Cache-Control of responses without a course, seconds; they have ETags. A stale list of currencies is harmless,
 * because every course includes whether its pair is open. A stale reserve is not: clients read it right after creating
 * a claim. The market's courses are for display: they have no quote.
 */
const CACHE_CONTROL = {
  directions: 'public, max-age=5, stale-while-revalidate=60',
  reserves: 'public, max-age=5',
  market: 'public, max-age=5',
  history: 'public, max-age=60, stale-while-revalidate=600',
  chat: 'public, max-age=60, stale-while-revalidate=3600',
};

/**
 * Routes below /api/v1/calculator. All are served from memory, except the courses of a logged-in client, which contain
 * its discount, and the history, which is read once a minute.
 */
export function createCalculatorRoutes(context: ServerContext): Hono {
  const { catalogue } = context;
  const getChat = createChatSettingsReader(context);
  const getFigures = createFiguresReader(context);
  const { owner, hours, links } = context.config.about;
  const readHistory = createHistoryReader(context);
  const routes = new Hono();
  // The next response must contain this process's own writes, for example a hold.
  routes.use(async (_, next) => {
    await catalogue.reloadAfterOwnWrites();
    await next();
  });
  const addGetRoute = (
    route: string,
    routeDocs: ReturnType<typeof describeCalculatorRoute>,
    handler: (c: Context) => Response | Promise<Response>,
  ) => {
    routes.get(`${route}/`, routeDocs, handler);
    if (route !== '') routes.get(route, handler);
  };
  const readCurrency = (c: Context, name: string): Currency => {
    const text = c.req.param(name) ?? '';
    const currency = /^[1-9]\d{0,8}$/.test(text) ? catalogue.getCurrency(Number(text)) : undefined;
    if (!currency) throw createProblem(404, 'currency_unknown');
    return currency;
  };
  const sendIds = (c: Context, ids: (currency: Currency) => number[]) =>
    sendCacheable(c, ids(readCurrency(c, 'id')), CACHE_CONTROL.directions);
  for (const path of ['/pair/*', '/course/*']) routes.use(path, identifyAccount(context));
  const sendPriced = async (
    c: Context,
    buildResponse: (pairTerms: PairTerms | UnpricedPair, userId?: string) => object | Promise<object>,
  ) => {
    const [from, to] = [readCurrency(c, 'from'), readCurrency(c, 'to')];
    const userId = c.var.account?.user.id;
    const account = userId === undefined ? null : await loadAccountDiscount(context, userId);
    const promocode = c.req.query('promocode');
    const pairTerms = calculateTerms(context, from.id, to.id, { promocode, account });
    if (!pairTerms.ok && pairTerms.code === 'pair_unknown') throw createProblem(404, pairTerms.code);
    if (!pairTerms.ok && !('from' in pairTerms))
      throw createFieldProblem({ promocode: { code: pairTerms.code } });
    return c.json(await buildResponse(pairTerms, userId), 200, {
      'Cache-Control': 'no-store',
      Vary: 'Authorization',
    });
  };

  addGetRoute('', calculatorDocs.directions, c =>
    sendCacheable(c, listDirections(context), CACHE_CONTROL.directions),
  );
  addGetRoute('/from', calculatorDocs.from, c =>
    sendCacheable(c, listFromIds(context), CACHE_CONTROL.directions),
  );
  addGetRoute('/from/:id', calculatorDocs.fromId, c => sendIds(c, currency => listToIds(context, currency)));
  addGetRoute('/to/:id', calculatorDocs.toId, c =>
    sendIds(c, currency => listFromIdsByTo(context, currency)),
  );
  addGetRoute('/pair/:from/:to', calculatorDocs.pair, c =>
    sendPriced(c, (pairTerms, userId) => {
      const pair = buildPair(context, pairTerms);
      const { from, to } = pairTerms;
      return userId === undefined ? pair : addSavedRequisites(context, pair, { userId, from, to });
    }),
  );
  addGetRoute('/course/:from/:to', calculatorDocs.course, c =>
    sendPriced(c, pairTerms => buildCourse(context, pairTerms)),
  );
  addGetRoute('/discounts', calculatorDocs.discounts, c =>
    sendCacheable(c, listDiscountTiers(context), CACHE_CONTROL.directions),
  );
  addGetRoute('/reserves', calculatorDocs.reserves, c =>
    sendCacheable(c, buildReserves(context), CACHE_CONTROL.reserves),
  );
  addGetRoute('/market', calculatorDocs.market, c =>
    sendCacheable(c, buildMarket(context, c.req.query('pairs') ?? ''), CACHE_CONTROL.market),
  );
  addGetRoute('/history', historyDocs, async c =>
    sendCacheable(c, await readHistory(c.req.query()), CACHE_CONTROL.history),
  );
  addGetRoute('/settings', calculatorDocs.settings, async c => {
    const { cur_from, cur_to, city, amount, form } = c.req.query();
    if (cur_from === undefined && cur_to === undefined)
      return sendCacheable(
        c,
        {
          ...buildSettings(context),
          tech: catalogue.getMaintenance(),
          chat: getChat(),
          passwordMin: context.config.passwordMin,
          passkeys: findRelyingParty(context.config) !== null,
          telegram: (context.telegram?.getName() ?? null) !== null,
          referral: buildReferralTerms(catalogue.getSnapshot().settings),
          about: { owner, hours, links, figures: getFigures() },
        },
        CACHE_CONTROL.directions,
      );
    const pairSettings = buildPairSettings(context, { from: cur_from, to: cur_to, city });
    // The client can hydrate only the markup of its own build.
    const formTree =
      context.formPrerenderer && form === context.formPrerenderer.buildId
        ? context.formPrerenderer.renderTree(pairSettings, amount)
        : null;
    const encoding = negotiateEncoding(c.req.header('accept-encoding'));
    const text = JSON.stringify(formTree ? { ...pairSettings, form: formTree } : pairSettings);
    return c.body(await encodeText[encoding](text), 200, {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json',
      ...createEncodingHeaders(encoding),
    });
  });
  addGetRoute('/tech', calculatorDocs.tech, c =>
    c.json(catalogue.getMaintenance(), 200, { 'Cache-Control': 'no-store' }),
  );
  addGetRoute('/chat', calculatorDocs.chat, c => sendCacheable(c, getChat(), CACHE_CONTROL.chat));
  return routes;
}

/** Sends cacheable JSON with an ETag, or 304. */
function sendCacheable(c: Context, body: object, cache: string): Response {
  return sendFile(
    c,
    createStaticFile('answer.json', new TextEncoder().encode(JSON.stringify(body))),
    {},
    { cache },
  );
}

function listDiscountTiers({ catalogue }: ServerContext): DiscountTier[] {
  return catalogue.getSnapshot().discountTiers.map(({ turnover, percent }) => ({
    turnover: trimTrailingZeros(formatTurnover(turnover)),
    percent,
  }));
}
