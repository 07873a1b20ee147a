import type { Context, Hono } from 'hono';
import {
  listDirectionsCall,
  listFromIdsByToCall,
  listFromIdsCall,
  listToIdsCall,
  listReservesCall,
} from '#core/contract/calculator.ts';
import type { Call } from '#core/contract/call.ts';
import { getCalculatorSettingsCall } from '#core/contract/course/calculatorSettings.ts';
import { getCourseHistoryCall, HISTORY_PERIODS } from '#core/contract/course/courseHistory.ts';
import { getMarketCall } from '#core/contract/course/market.ts';
import { getCourseCall, getPairCall } from '#core/contract/course/pair.ts';
import { listDiscountTiersCall, type DiscountTier } from '#core/contract/discount.ts';
import { getChatSettingsCall, getMaintenanceCall, type ChatSettings } from '#core/contract/siteSettings.ts';
import { trimTrailingZeros } from '#core/exchange/amount.ts';
import { createFiguresReader } from '#server/exchange/claims/exchangeFigures.ts';
import { addSavedRequisites } from '#server/accounts/requisites/pairRequisites.ts';
import { identifyAccount } from '#server/accounts/sessions/authenticate.ts';
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
import { createHistoryReader } from '#server/exchange/courseHistory/historyResponse.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import { MAX_MARKET_PAIRS, buildMarket, buildReserves } from '#server/exchange/courses/marketResponse.ts';
import { calculateTerms, type PairTerms, type UnpricedPair } from '#server/exchange/courses/pricing.ts';
import {
  SettingsResponse,
  buildSettings,
  buildPairSettings,
} from '#server/exchange/courses/settingsResponse.ts';
import { sendFile } from '#server/platform/http/response/fileResponse.ts';
import { buildPair, buildCourse } from '#server/exchange/courses/pairResponse.ts';
import { describeParameter } from '#server/platform/http/openapiDocs.ts';
import { createCallRoutes, everybody } from './callRoutes.ts';
import {
  createCompressedSender,
  createCourseSender,
  createFileSender,
  createJsonFile,
} from './figureResponses.ts';

const promocodeParameter = describeParameter(
  'promocode',
  'promocode to apply to the course; an invalid one returns 400 with an error on this field',
);
const pairParameters = {
  from: 'id of the payment system to send from',
  to: 'id of the payment system to receive in',
};
const currencyRoute = { integerParameters: { id: 'id of a payment system' } };
const marketParameter = describeParameter(
  'pairs',
  `pairs of codes or aliases, for example BTC-SBERRUB,TON-SBPRUB; at most ${MAX_MARKET_PAIRS}. Closed and unknown ones are left out`,
);
const settingsParameters = [
  describeParameter('cur_from', 'code or alias of the currency sent, in any case'),
  describeParameter('cur_to', 'code or alias of the currency received, in any case'),
  describeParameter('city', 'code of the city for cash'),
  describeParameter('form', 'build of the widget; adds its prerendered form to the response'),
  describeParameter('amount', 'amount to send in the prerendered form'),
];
type PairOwner = Parameters<typeof addSavedRequisites>[2];
const historyParameters = [
  describeParameter('from', 'code or alias of the currency sent, in any case'),
  describeParameter('to', 'code or alias of the currency received, in any case'),
  describeParameter('period', 'the period, up to now', HISTORY_PERIODS),
].map(parameter => ({ ...parameter, required: true }));

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
  const { routes, addCall } = createCallRoutes('/api/v1/calculator', 'calculator');
  const openRoute = { access: everybody, isSlashOptional: true };
  const pricedRoute = {
    access: { ...everybody, guard: identifyAccount(context) },
    isSlashOptional: true,
    integerParameters: pairParameters,
    parameters: [promocodeParameter],
  };
  // The next response must contain this process's own writes, for example a hold.
  routes.use(async (_, next) => {
    await catalogue.reloadAfterOwnWrites();
    await next();
  });
  const readCurrency = (c: Context, name: string): Currency => {
    const text = c.req.param(name) ?? '';
    const currency = /^[1-9]\d{0,8}$/.test(text) ? catalogue.getCurrency(Number(text)) : undefined;
    if (!currency) throw createProblem(404, 'currency_unknown');
    return currency;
  };
  /** Adds a call with a cacheable response, which depends only on its address and the figures. */
  const addCacheable = <Output extends object, Path extends string>(
    call: Call<Output, undefined, Path>,
    cache: string,
    read: (c: Context) => Output,
    parameters: Pick<Parameters<typeof addCall>[1], 'parameters' | 'integerParameters'> = {},
  ) => {
    const send = createFileSender(context, cache);
    addCall(call, { ...openRoute, ...parameters }, async c => send(c, () => read(c)));
  };
  /** Adds a call with a course, which all guests share. `addOwn` adds what only the account's client gets. */
  const addPriced = <Output extends { now?: string | null }, Path extends string>(
    call: Call<Output, undefined, Path>,
    build: (context: ServerContext, pairTerms: PairTerms | UnpricedPair) => Output,
    addOwn?: (context: ServerContext, response: Output, owner: PairOwner) => Promise<Output>,
  ) => {
    const sendToGuest = createCourseSender(context);
    addCall(call, pricedRoute, async c => {
      const [from, to] = [readCurrency(c, 'from'), readCurrency(c, 'to')];
      const buildResponse = (options?: Parameters<typeof calculateTerms>[3]) => {
        const pairTerms = calculateTerms(context, from.id, to.id, options);
        if (!pairTerms.ok && pairTerms.code === 'pair_unknown') throw createProblem(404, pairTerms.code);
        if (!pairTerms.ok && !('from' in pairTerms))
          throw createFieldProblem({ promocode: { code: pairTerms.code } });
        return build(context, pairTerms);
      };
      const userId = c.get('account')?.user.id;
      const promocode = c.req.query('promocode');
      if (userId === undefined && promocode === undefined) return sendToGuest(c, buildResponse);
      const account = userId === undefined ? null : await loadAccountDiscount(context, userId);
      const response = buildResponse({ promocode, account });
      const owner = userId === undefined ? null : { userId, from, to };
      return c.json(owner && addOwn ? await addOwn(context, response, owner) : response, 200, {
        'Cache-Control': 'no-store',
        Vary: 'Authorization',
      });
    });
  };

  addCacheable(listDirectionsCall, CACHE_CONTROL.directions, () => listDirections(context));
  addCacheable(listFromIdsCall, CACHE_CONTROL.directions, () => listFromIds(context));
  addCacheable(
    listToIdsCall,
    CACHE_CONTROL.directions,
    c => listToIds(context, readCurrency(c, 'id')),
    currencyRoute,
  );
  addCacheable(
    listFromIdsByToCall,
    CACHE_CONTROL.directions,
    c => listFromIdsByTo(context, readCurrency(c, 'id')),
    currencyRoute,
  );
  addPriced(getPairCall, buildPair, addSavedRequisites);
  addPriced(getCourseCall, buildCourse);
  addCacheable(listDiscountTiersCall, CACHE_CONTROL.directions, () => listDiscountTiers(context));
  addCacheable(listReservesCall, CACHE_CONTROL.reserves, () => buildReserves(context));
  addCacheable(getMarketCall, CACHE_CONTROL.market, c => buildMarket(context, c.req.query('pairs') ?? ''), {
    parameters: [marketParameter],
  });
  const historyRoute = { ...openRoute, parameters: historyParameters };
  addCall(getCourseHistoryCall, historyRoute, async c =>
    sendFile(c, createJsonFile(await readHistory(c.req.query())), {}, { cache: CACHE_CONTROL.history }),
  );
  const buildSiteSettings = () => ({
    ...buildSettings(context),
    tech: catalogue.getMaintenance(),
    chat: getChat(),
    passwordMin: context.config.passwordMin,
    passkeys: findRelyingParty(context.config) !== null,
    telegram: (context.telegram?.getName() ?? null) !== null,
    referral: buildReferralTerms(catalogue.getSnapshot().settings),
    about: { owner, hours, links, figures: getFigures() },
  });
  const sendSiteSettings = createFileSender(context, CACHE_CONTROL.directions);
  const sendPairSettings = createCompressedSender(context);
  const settingsRoute = { ...openRoute, parameters: settingsParameters, response: SettingsResponse };
  addCall(getCalculatorSettingsCall, settingsRoute, async c => {
    const { cur_from, cur_to, city, amount, form } = c.req.query();
    if (cur_from === undefined && cur_to === undefined) return sendSiteSettings(c, buildSiteSettings);
    // The client can hydrate only the markup of its own build.
    const prerenderer = form === context.formPrerenderer?.buildId ? context.formPrerenderer : null;
    return sendPairSettings(c, () => {
      const settings = buildPairSettings(context, { from: cur_from, to: cur_to, city });
      const tree = prerenderer?.renderTree(settings, amount);
      return tree ? { ...settings, form: tree } : settings;
    });
  });
  addCall(getMaintenanceCall, openRoute, async c =>
    c.json(catalogue.getMaintenance(), 200, { 'Cache-Control': 'no-store' }),
  );
  addCacheable(getChatSettingsCall, CACHE_CONTROL.chat, getChat);
  return routes;
}

function listDiscountTiers({ catalogue }: ServerContext): DiscountTier[] {
  return catalogue.getSnapshot().discountTiers.map(({ turnover, percent }) => ({
    turnover: trimTrailingZeros(formatTurnover(turnover)),
    percent,
  }));
}

/**
 * Creates a function that returns the chat's script. It accepts only origins in CHAT_ORIGINS, because the script runs
 * on our pages. Others are logged once.
 */
function createChatSettingsReader({ catalogue, config, log }: ServerContext): () => ChatSettings {
  let lastRefusedSrc: string | null = null;

  return () => {
    const src = catalogue.getSetting('chat_src');
    const origin = src !== null && URL.canParse(src) ? new URL(src).origin : null;
    const isAllowed = src !== null && origin !== null && config.chatOrigins.includes(origin);
    const refusedSrc = isAllowed ? null : src;
    if (refusedSrc !== null && refusedSrc !== lastRefusedSrc)
      log.warn({ origin }, 'the chat’s script is refused: its origin is not in CHAT_ORIGINS');
    lastRefusedSrc = refusedSrc;
    return { result: isAllowed ? { src } : null };
  };
}
