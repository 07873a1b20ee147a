import type { ApiClient } from '../api/client.ts';
import { sendCall } from '../api/sendCall.ts';
import type { Call } from '../contract/call.ts';
import { createServerQuery, LIST_POLLING, type ServerQuery } from '../serverQuery.ts';
import { formatSearch, type ListPage } from './listQuery.ts';

/** Lines per page. */
export const LIST_PAGE_SIZE = 20;

/** Query of a list, as the server names the parameters. */
type ListParameters = Readonly<Record<string, string | undefined>>;

/** Creates the query of a list with filters and pages. `api` sends the access token, `toHeaders` what no URL may have. */
export function createListQuery<View, Page extends ListPage>(
  api: ApiClient,
  call: Call<Page>,
  toParameters: (view: View) => ListParameters,
  toHeaders: (view: View) => Readonly<Record<string, string>> = () => ({}),
): ServerQuery<Page, View> {
  return createServerQuery(
    api.clock,
    (options, view) => {
      const query = { page: '1', ...toParameters(view), size: String(LIST_PAGE_SIZE) };
      return sendCall(api, call, { ...options, query, headers: toHeaders(view) });
    },
    {
      formatView: view => formatSearch({ ...toParameters(view), ...toHeaders(view) }),
      polling: LIST_POLLING,
    },
  );
}
