import { fetchRequisites } from '../../api/account/savedRequisites.ts';
import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import { listWithdrawalsCall, type Withdrawals } from '../../contract/account/withdrawals.ts';
import type { AccountRequisite } from '../../contract/account/savedRequisite.ts';
import { createServerQuery, LIST_POLLING, type ServerQuery } from '../../serverQuery.ts';
import { LIST_PAGE_SIZE } from '../createListQuery.ts';
import { formatSearch, parsePageNumber, toPageQuery } from '../listQuery.ts';

/** A page of the withdrawals, from 1. */
export interface WithdrawalsView {
  page: number;
}

/** A page of the withdrawals, and all saved requisites of the account. */
export interface LoadedWithdrawals {
  withdrawals: Withdrawals;
  requisites: readonly AccountRequisite[];
}

/** Parses the query of the page's URL. */
export const parseWithdrawalsView = (query: URLSearchParams): WithdrawalsView => ({
  page: parsePageNumber(query.get('page')),
});

/** Formats the view as the query of the page's URL, with `?`; "" for the first page. */
export const formatWithdrawalsSearch = ({ page }: WithdrawalsView): string => formatSearch(toPageQuery(page));

/** Creates the withdrawals, not loaded yet. `api` sends the access token. */
export const createWithdrawals = (api: ApiClient): ServerQuery<LoadedWithdrawals, WithdrawalsView> =>
  createServerQuery(
    api.clock,
    async (options, { page }) => {
      const query = { ...toPageQuery(page), size: String(LIST_PAGE_SIZE) };
      const [withdrawals, requisites] = await Promise.all([
        sendCall(api, listWithdrawalsCall, { ...options, query: { page: '1', ...query } }),
        fetchRequisites(api, null, options),
      ]);
      return { withdrawals, requisites };
    },
    // The balance and a form that is being filled in stay when another page of the list cannot be loaded.
    { formatView: formatWithdrawalsSearch, polling: LIST_POLLING, sharesData: true },
  );
