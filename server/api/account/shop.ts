import {
  createShopLinkCall,
  deleteShopLinkCall,
  exportShopHistoryCall,
  exportShopStatisticsCall,
  getShopCall,
  getShopStatisticsCall,
  listShopHistoryCall,
  listShopLinksCall,
  ShopLinkCreate,
  ShopUpdate,
  updateShopCall,
} from '#core/contract/account/shop.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { sendCsv } from '#server/platform/http/response/csv.ts';
import { shopHistoryList } from '#server/partners/history/shopHistoryList.ts';
import { createShopLink, deleteShopLink, listShopLinks } from '#server/partners/links/shopLinks.ts';
import { loadShop, updateShop } from '#server/partners/shopProfile.ts';
import { computeShopStatistics } from '#server/partners/statistics/computeShopStatistics.ts';
import { exportStatistics } from '#server/partners/statistics/exportStatistics.ts';
import type { CallRoutes } from '../callRoutes.ts';
import { createPartnerAccess, ensurePartnerId } from './accountGuards.ts';
import { shopStatisticsParameters } from './shopParameters.ts';

/** Issues of the schemas whose messages are message codes. */
const codes = ['too_long', 'sub_format'];

/** Routes of the shop of an account, its links and its statistics, below /api/v1/users. */
export function addShopCalls({ addCall, addList }: CallRoutes, context: ServerContext): void {
  const access = createPartnerAccess(context).account;

  addCall(getShopCall, { access }, c => loadShop(context, c.var.account.user.id));
  addCall(updateShopCall, { access, codes, body: ShopUpdate }, (c, { body }) =>
    updateShop(context, c.var.account.user.id, body),
  );
  addCall(listShopLinksCall, { access }, c => listShopLinks(context, c.var.account.user.id));
  addCall(createShopLinkCall, { access, codes, body: ShopLinkCreate, status: 201 }, (c, { body }) =>
    createShopLink(context, c.var.account.user.id, body),
  );
  addCall(deleteShopLinkCall, { access }, (c, { id }) =>
    deleteShopLink(context, { userId: c.var.account.user.id, id }),
  );

  addList(context, shopHistoryList, {
    access,
    getOwner: c => ensurePartnerId(context, c),
    page: listShopHistoryCall,
    csv: { call: exportShopHistoryCall, fileName: 'history.csv' },
  });
  addCall(getShopStatisticsCall, { access, parameters: shopStatisticsParameters }, async c =>
    computeShopStatistics(context, await ensurePartnerId(context, c), c.req.query(), context.now()),
  );
  addCall(
    exportShopStatisticsCall,
    { access, parameters: shopStatisticsParameters, mediaType: 'text/csv' },
    async c =>
      sendCsv(
        c,
        await exportStatistics(context, await ensurePartnerId(context, c), c.req.query()),
        'statistics.csv',
      ),
  );
}
