import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import { listShopHistoryCall, type ShopHistory } from '../../contract/account/shop.ts';
import { createPolledView, type PolledViewModel } from '../createPolledView.ts';
import { formatHistorySearch, toHistoryQuery, type HistoryView } from './historyQuery.ts';

/** Claims per page. */
export const HISTORY_PAGE_SIZE = 20;

/** The claims that a partner has brought, kept up to date while visible. */
export type ShopHistoryModel = PolledViewModel<HistoryView, ShopHistory>;

/** Creates the history, not loaded yet. `api` sends the access token. */
export function createShopHistory(api: ApiClient, { visible = true } = {}): ShopHistoryModel {
  return createPolledView({
    clock: api.clock,
    visible,
    formatView: formatHistorySearch,
    fetchView: (view, options) =>
      sendCall(api, listShopHistoryCall, {
        ...options,
        query: { page: '1', ...toHistoryQuery(view), size: String(HISTORY_PAGE_SIZE) },
      }),
  });
}
