import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ShopKeyScope } from '#core/contract/account/shopKeys.ts';
import { TestClaimMove } from '#core/contract/shop.ts';
import type { ServerContext } from '../../context.ts';
import { parseJsonBody, requireJson } from '../../http/parseJsonBody.ts';
import { createProblem, notFoundProblem } from '../../http/problem.ts';
import type { GetLimit } from '../../limits/limitRequests.ts';
import { listLedger } from '../../referral/ledger/listLedger.ts';
import { createShopClaimCreator } from '../../shop/claims/createShopClaim.ts';
import { findShopClaim, listShopClaims } from '../../shop/claims/readShopClaims.ts';
import { moveTestClaim } from '../../shop/claims/testClaims.ts';
import { computeShopStatistics } from '../../shop/statistics/computeShopStatistics.ts';
import { createShopKeyGuard, type ShopClient } from '../../shop/keys/authorizeShopKey.ts';
import { readUuid } from '../readUuid.ts';
import { shopApiDocs } from './shopApiDocs.ts';

/** Variables of `c.var` behind `requireScope`. */
interface ShopEnv {
  Variables: { shop: ShopClient };
}

/** Routes below /api/v1/shop, for programs of shops: a key instead of a session, and no cookies. */
export function createShopApiRoutes(context: ServerContext, getLimit: GetLimit): Hono {
  const routes = new Hono();
  const authorize = createShopKeyGuard({ ...context, getLimit });
  const createClaim = createShopClaimCreator({ ...context, getLimit });
  routes.use(requireJson);

  /** Allows only keys with a scope. */
  const requireScope = (scope: ShopKeyScope) =>
    createMiddleware<ShopEnv>(async (c, next) => {
      c.set('shop', await authorize(c, scope));
      await next();
    });

  routes.post('/claims/', shopApiDocs.create, requireScope('claims:write'), async c => {
    const created = await createClaim(c.var.shop, {
      text: await c.req.text(),
      key: c.req.header('idempotency-key'),
      network: c.var.clientNetwork,
    });
    return c.json(created, 201);
  });

  routes.get('/claims/', shopApiDocs.list, requireScope('claims:read'), async c =>
    c.json(await listShopClaims(context, c.var.shop, c.req.query())),
  );

  routes.get('/claims/:id/', shopApiDocs.read, requireScope('claims:read'), async c => {
    const claim = await findShopClaim(context, c.var.shop, readUuid(c).toLowerCase());
    if (!claim) throw notFoundProblem;
    return c.json(claim);
  });

  routes.post('/claims/:id/', shopApiDocs.move, requireScope('claims:write'), async c => {
    const { mode, partner } = c.var.shop;
    if (mode !== 'test') throw createProblem(403, 'test_key_required');
    const body = await parseJsonBody(c, TestClaimMove);
    const owned = { partnerId: partner.id, id: readUuid(c).toLowerCase() };
    return c.json(await moveTestClaim(context, owned, body));
  });

  routes.get('/statistics/', shopApiDocs.statistics, requireScope('statistics:read'), async c => {
    const owner = getMoneyOwner(c.var.shop);
    return c.json(await computeShopStatistics(context, owner, c.req.query(), context.now()));
  });

  routes.get('/ledger/', shopApiDocs.ledger, requireScope('ledger:read'), async c => {
    const owner = getMoneyOwner(c.var.shop);
    return c.json(await listLedger(context, owner, c.req.query(), '/api/v1/shop/ledger/'));
  });

  return routes;
}

/** The partner whose statistics and money a key may read; none for a test key, because test claims have none. */
const getMoneyOwner = ({ mode, partner }: ShopClient): string => (mode === 'live' ? partner.id : '');
