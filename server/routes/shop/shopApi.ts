import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import type { ShopKeyScope } from '#core/contract/account/shopKeys.ts';
import { TestClaimMove } from '#core/contract/shop.ts';
import type { ServerContext } from '../../context.ts';
import { parseJsonBody, requireJson } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import { createProblem, notFoundProblem } from '../../http/problemResult.ts';
import type { GetLimit } from '../../limits/limitRequests.ts';
import { listLedger } from '../../referral/ledger/listLedger.ts';
import { createShopClaimCreator } from '../../shop/claims/createShopClaim.ts';
import { findShopClaim, listShopClaims } from '../../shop/claims/readShopClaims.ts';
import { moveTestClaim } from '../../shop/claims/testClaims.ts';
import { computeShopStatistics } from '../../shop/statistics/computeShopStatistics.ts';
import { createShopKeyGuard, type ShopClient } from '../../shop/keys/authorizeShopKey.ts';
import { shopApiDocs } from './shopApiDocs.ts';

/** PostgreSQL accepts no zero byte in a text. */
const ClaimId = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** Routes below /api/v1/shop, for programs of shops: a key instead of a session, and no cookies. */
export function createShopApiRoutes(context: ServerContext, getLimit: GetLimit): Hono {
  const routes = new Hono();
  const authorize = createShopKeyGuard({ ...context, getLimit });
  const createClaim = createShopClaimCreator({ ...context, getLimit });
  routes.use(requireJson);

  /** Handles a request whose key has the scope. */
  const withShop = async (
    c: Context,
    scope: ShopKeyScope,
    handle: (shop: ShopClient) => Promise<Response> | Response,
  ): Promise<Response> => {
    const result = await authorize(c, scope);
    return result.ok ? handle(result.shop) : sendProblemResult(c, result);
  };

  routes.post('/claims/', shopApiDocs.create, c =>
    withShop(c, 'claims:write', async shop => {
      const request = {
        text: await c.req.text(),
        key: c.req.header('idempotency-key'),
        network: c.var.clientNetwork,
      };
      const result = await createClaim(shop, request);
      return result.ok ? c.json(result.created, 201) : sendProblemResult(c, result);
    }),
  );

  routes.get('/claims/', shopApiDocs.list, c =>
    withShop(c, 'claims:read', async shop => {
      const result = await listShopClaims(context, shop, c.req.query());
      return result.ok ? c.json(result.claims) : sendProblemResult(c, result);
    }),
  );

  routes.get('/claims/:id/', shopApiDocs.read, c =>
    withShop(c, 'claims:read', async shop => {
      const result = await findShopClaim(context, shop, c.req.param('id'));
      return result.ok ? c.json(result.claim) : sendProblemResult(c, result);
    }),
  );

  routes.post('/claims/:id/', shopApiDocs.move, c =>
    withShop(c, 'claims:write', async ({ mode, partner }) => {
      if (mode !== 'test') return sendProblemResult(c, createProblem(403, 'test_key_required'));
      const body = await parseJsonBody(c, TestClaimMove);
      if (!body.ok) return sendProblemResult(c, body);
      const id = v.safeParse(ClaimId, c.req.param('id'));
      if (!id.success) return sendProblemResult(c, notFoundProblem);
      const result = await moveTestClaim(context, { partnerId: partner.id, id: id.output }, body.output);
      return result.ok ? c.json(result.claim) : sendProblemResult(c, result);
    }),
  );

  routes.get('/statistics/', shopApiDocs.statistics, c =>
    withShop(c, 'statistics:read', async shop => {
      const owner = getMoneyOwner(shop);
      const result = await computeShopStatistics(context, owner, c.req.query(), context.now());
      return result.ok ? c.json(result.statistics) : sendProblemResult(c, result);
    }),
  );

  routes.get('/ledger/', shopApiDocs.ledger, c =>
    withShop(c, 'ledger:read', async shop => {
      const result = await listLedger(context, getMoneyOwner(shop), c.req.query(), '/api/v1/shop/ledger/');
      return result.ok ? c.json(result.entries) : sendProblemResult(c, result);
    }),
  );

  return routes;
}

/** The partner whose figures and money a key may see: nobody's with a test key, because test claims have none. */
const getMoneyOwner = ({ mode, partner }: ShopClient): string => (mode === 'live' ? partner.id : '');
