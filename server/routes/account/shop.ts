import { Hono, type Context } from 'hono';
import { ShopLinkCreate, ShopUpdate } from '#core/contract/account/shop.ts';
import type { ServerContext } from '../../context.ts';
import { sendCsv } from '../../http/csv.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { notFoundProblem } from '../../http/problem.ts';
import { ensurePartner } from '../../referral/partners.ts';
import { exportShopHistory } from '../../shop/history/exportShopHistory.ts';
import { listShopHistory } from '../../shop/history/listShopHistory.ts';
import { createShopLink, deleteShopLink, listShopLinks } from '../../shop/links/shopLinks.ts';
import { loadShop, updateShop } from '../../shop/shopProfile.ts';
import { computeShopStatistics } from '../../shop/statistics/computeShopStatistics.ts';
import { exportStatistics } from '../../shop/statistics/exportStatistics.ts';
import { readUuid } from '../readUuid.ts';
import { createPartnerGuards, type AccountEnv } from './accountGuards.ts';
import { shopDocs } from './shopDocs.ts';

/** Issues of the schemas whose messages are message codes. */
const FIELD_CODES = ['too_long', 'sub_format'];

const HISTORY_PATH = '/api/v1/users/me/shop/history/';

/** Routes below /api/v1/users/me/shop: the shop, its links and its statistics. */
export function createShopRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { db, now } = context;
  const { requireAccount } = createPartnerGuards(context);
  const ensurePartnerId = async (c: Context<AccountEnv>) =>
    (await ensurePartner(db, c.var.account.user.id, now())).id;

  routes.get('/', shopDocs.get, requireAccount, async c =>
    c.json(await loadShop(context, c.var.account.user.id)),
  );

  routes.patch('/', shopDocs.update, requireAccount, async c => {
    const body = await parseJsonBody(c, ShopUpdate, FIELD_CODES);
    return c.json(await updateShop(context, c.var.account.user.id, body));
  });

  routes.get('/links/', shopDocs.links, requireAccount, async c =>
    c.json(await listShopLinks(context, c.var.account.user.id)),
  );

  routes.post('/links/', shopDocs.addLink, requireAccount, async c => {
    const body = await parseJsonBody(c, ShopLinkCreate, FIELD_CODES);
    return c.json(await createShopLink(context, c.var.account.user.id, body), 201);
  });

  routes.delete('/links/:id/', shopDocs.removeLink, requireAccount, async c => {
    const link = { userId: c.var.account.user.id, id: readUuid(c).toLowerCase() };
    if (!(await deleteShopLink(context, link))) throw notFoundProblem;
    return c.body(null, 204);
  });

  routes.get('/history/', shopDocs.history, requireAccount, async c => {
    const partnerId = await ensurePartnerId(c);
    return c.json(await listShopHistory(context, { partnerId, query: c.req.query(), path: HISTORY_PATH }));
  });

  routes.get('/history/export/', shopDocs.exportHistory, requireAccount, async c =>
    sendCsv(c, exportShopHistory(context, await ensurePartnerId(c), c.req.query()), 'history.csv'),
  );

  routes.get('/statistics/', shopDocs.statistics, requireAccount, async c =>
    c.json(await computeShopStatistics(context, await ensurePartnerId(c), c.req.query(), now())),
  );

  routes.get('/statistics/export/', shopDocs.exportStatistics, requireAccount, async c =>
    sendCsv(c, await exportStatistics(context, await ensurePartnerId(c), c.req.query()), 'statistics.csv'),
  );

  return routes;
}
