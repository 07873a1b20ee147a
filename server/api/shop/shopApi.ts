import type { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ShopKeyScope } from '#core/contract/account/shopKeys.ts';
import {
  createShopClaimCall,
  getShopApiStatisticsCall,
  listShopClaimsCall,
  listShopLedgerCall,
  moveShopClaimCall,
  readShopClaimCall,
  ShopClaimCreate,
  TestClaimMove,
} from '#core/contract/shop.ts';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { Problem } from '#core/contract/problem.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { requireJson } from '#server/platform/http/request/parseJsonBody.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import type { GetLimit } from '#server/platform/limits/limitRequests.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import { ledgerList } from '#server/partners/ledger/ledgerList.ts';
import { createShopClaimCreator } from '#server/partners/shopClaims/createShopClaim.ts';
import { readShopClaim, shopClaimList } from '#server/partners/shopClaims/readShopClaims.ts';
import { moveTestClaim } from '#server/partners/shopClaims/testClaims.ts';
import { computeShopStatistics } from '#server/partners/statistics/computeShopStatistics.ts';
import { createShopKeyGuard, type ShopClient } from '#server/partners/keys/authorizeShopKey.ts';
import { shopStatisticsParameters } from '../account/shopParameters.ts';
import { createCallRoutes, type Access } from '../callRoutes.ts';
import {
  dayParameters,
  describeIdempotencyKey,
  describeJson,
  describeJsonBody,
  describeParameter,
  pageParameters,
} from '#server/platform/http/openapiDocs.ts';

/** Variables of `c.var` behind a guard of `withScope`. */
interface ShopEnv {
  Variables: { shop: ShopClient };
}

/** Refusals of every call with a key. */
const shopKeyRefusals = {
  401: describeJson(Problem, '`key_unknown`: no such key, or it was revoked'),
  403: describeJson(
    Problem,
    '`scope_missing` with `scope`, `network_forbidden` with `network`, `key_expired` with `expiresAt`, `partner_off`',
  ),
  429: describeJson(Problem, '`too_many_requests` with Retry-After: 300 requests a minute and key'),
};

const keyParameter = {
  ...describeIdempotencyKey('8 to 128 visible ASCII characters; the same key and body return the same claim'),
  required: true,
};
const claimParameters = [
  describeParameter('status', 'A status, or `open` or `closed`', [...CLAIM_STATUSES, 'open', 'closed']),
  ...dayParameters,
  describeParameter('sub', 'Only claims with this sub'),
  ...pageParameters,
];

/** Routes below /api/v1/shop, for programs of shops: a key instead of a session, and no cookies. */
export function createShopApiRoutes(context: ServerContext, getLimit: GetLimit): Hono {
  const { routes, addCall, addList } = createCallRoutes('/api/v1/shop', 'shop');
  const authorize = createShopKeyGuard({ ...context, getLimit });
  const createClaim = createShopClaimCreator({ ...context, getLimit });
  routes.use(requireJson);

  /** Allows only keys with a scope. */
  const withScope = (scope: ShopKeyScope): Access<ShopEnv> => ({
    guard: createMiddleware<ShopEnv>(async (c, next) => {
      c.set('shop', await authorize(c, scope));
      await next();
    }),
    security: [{ shopKey: [] }],
    refusals: shopKeyRefusals,
  });
  const writing = withScope('claims:write');
  /** Refuses live keys, too. */
  const testWriting: Access<ShopEnv> = {
    ...writing,
    guard: createMiddleware<ShopEnv>((c, next) =>
      writing.guard(c, async () => {
        if (c.var.shop.mode !== 'test') throw createProblem(403, 'test_key_required');
        await next();
      }),
    ),
  };

  addCall(
    createShopClaimCall,
    {
      access: writing,
      parameters: [keyParameter],
      ownBody: describeJsonBody(ShopClaimCreate),
      status: 201,
    },
    async c =>
      createClaim(c.var.shop, {
        text: await c.req.text(),
        key: c.req.header('idempotency-key'),
        network: c.var.clientNetwork,
      }),
  );
  addCall(listShopClaimsCall, { access: withScope('claims:read'), parameters: claimParameters }, c =>
    readListPage(context, shopClaimList, c.var.shop, c.req),
  );
  addCall(readShopClaimCall, { access: withScope('claims:read') }, (c, { id }) =>
    readShopClaim(context, c.var.shop, id),
  );
  addCall(moveShopClaimCall, { access: testWriting, body: TestClaimMove }, (c, { id, body }) =>
    moveTestClaim(context, { partner: c.var.shop.partner, id }, body),
  );
  addCall(
    getShopApiStatisticsCall,
    { access: withScope('statistics:read'), parameters: shopStatisticsParameters },
    c => computeShopStatistics(context, getMoneyOwner(c.var.shop), c.req.query(), context.now()),
  );
  addList(context, ledgerList, {
    access: withScope('ledger:read'),
    getOwner: c => getMoneyOwner(c.var.shop),
    page: listShopLedgerCall,
  });
  return routes;
}

/** The partner whose statistics and money a key may read; none for a test key, because test claims have none. */
const getMoneyOwner = ({ mode, partner }: ShopClient): string => (mode === 'live' ? partner.id : '');
