import type { ApiClient, CallOptions } from '../api/client.ts';
import { createServerQuery, LIST_POLLING, type ServerQuery } from '../serverQuery.ts';
import { formatSearch, type ListPage } from './listQuery.ts';

/** Lines per page. */
export const LIST_PAGE_SIZE = 20;

/** Query of a list, as the server names the parameters. */
type ListParameters = Readonly<Record<string, string | undefined>>;

/** Creates the query of a list with filters and pages. `api` sends the access token. */
export function createListQuery<View, Parameters extends ListParameters, Page extends ListPage>(
  api: ApiClient,
  fetchPage: (api: ApiClient, query: Parameters & { size: string }, options: CallOptions) => Promise<Page>,
  toParameters: (view: View) => Parameters,
): ServerQuery<Page, View> {
  return createServerQuery(
    api.clock,
    (options, view) => fetchPage(api, { ...toParameters(view), size: String(LIST_PAGE_SIZE) }, options),
    { formatView: view => formatSearch(toParameters(view)), polling: LIST_POLLING },
  );
}
