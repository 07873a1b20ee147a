import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { ShopLinkCreate, ShopUpdate } from '#core/contract/account/shop.ts';
import type { ServerContext } from '../../context.ts';
import { sendCsv } from '../../http/csv.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import { notFoundProblem } from '../../http/problemResult.ts';
import { ensurePartner } from '../../referral/partners.ts';
import { exportShopHistory } from '../../shop/history/exportShopHistory.ts';
import { listShopHistory } from '../../shop/history/listShopHistory.ts';
import { createShopLink, deleteShopLink, listShopLinks } from '../../shop/links/shopLinks.ts';
import { loadShop, updateShop } from '../../shop/shopProfile.ts';
import { computeShopStatistics } from '../../shop/statistics/computeShopStatistics.ts';
import { exportStatistics } from '../../shop/statistics/exportStatistics.ts';
import { createPartnerGuards } from './accountGuards.ts';
import { shopDocs } from './shopDocs.ts';

/** PostgreSQL accepts no zero byte in a text. */
const LinkId = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** Messages of the schemas that are codes of sentences. */
const FIELD_CODES = ['too_long', 'sub_format'];

const HISTORY_PATH = '/api/v1/users/me/shop/history/';

/** Routes below /api/v1/users/me/shop: the shop, its links, what they brought. */
export function createShopRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { db, now } = context;
  const { withAccount } = createPartnerGuards(context);
  const withPartner = (c: Context, handle: (partnerId: string) => Promise<Response> | Response) =>
    withAccount(c, async ({ user }) => handle((await ensurePartner(db, user.id, now())).id));

  routes.get('/', shopDocs.get, c =>
    withAccount(c, async ({ user }) => c.json(await loadShop(context, user.id))),
  );

  routes.patch('/', shopDocs.update, c =>
    withAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, ShopUpdate, FIELD_CODES);
      if (!body.ok) return sendProblemResult(c, body);
      const result = await updateShop(context, user.id, body.output);
      return result.ok ? c.json(result.shop) : sendProblemResult(c, result);
    }),
  );

  routes.get('/links/', shopDocs.links, c =>
    withAccount(c, async ({ user }) => c.json(await listShopLinks(context, user.id))),
  );

  routes.post('/links/', shopDocs.addLink, c =>
    withAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, ShopLinkCreate, FIELD_CODES);
      if (!body.ok) return sendProblemResult(c, body);
      const result = await createShopLink(context, user.id, body.output);
      return result.ok ? c.json(result.link, 201) : sendProblemResult(c, result);
    }),
  );

  routes.delete('/links/:id/', shopDocs.removeLink, c =>
    withAccount(c, async ({ user }) => {
      const id = v.safeParse(LinkId, c.req.param('id'));
      const isDeleted = id.success && (await deleteShopLink(context, { userId: user.id, id: id.output }));
      return isDeleted ? c.body(null, 204) : sendProblemResult(c, notFoundProblem);
    }),
  );

  routes.get('/history/', shopDocs.history, c =>
    withPartner(c, async partnerId => {
      const list = { partnerId, query: c.req.query(), path: HISTORY_PATH };
      const result = await listShopHistory(context, list);
      return result.ok ? c.json(result.history) : sendProblemResult(c, result);
    }),
  );

  routes.get('/history/export/', shopDocs.exportHistory, c =>
    withPartner(c, partnerId => {
      const result = exportShopHistory(context, partnerId, c.req.query());
      return result.ok ? sendCsv(c, result.parts, 'history.csv') : sendProblemResult(c, result);
    }),
  );

  routes.get('/statistics/', shopDocs.statistics, c =>
    withPartner(c, async partnerId => {
      const result = await computeShopStatistics(context, partnerId, c.req.query(), now());
      return result.ok ? c.json(result.statistics) : sendProblemResult(c, result);
    }),
  );

  routes.get('/statistics/export/', shopDocs.exportStatistics, c =>
    withPartner(c, async partnerId => {
      const result = await exportStatistics(context, partnerId, c.req.query());
      return result.ok ? sendCsv(c, result.parts, 'statistics.csv') : sendProblemResult(c, result);
    }),
  );

  return routes;
}
