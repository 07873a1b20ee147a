import type { ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createListQuery, LIST_PAGE_SIZE } from '#core/account/createListQuery.ts';
import type { ListFilters, ListView } from '#core/account/listFilters.ts';
import type { ListPage } from '#core/account/listQuery.ts';
import type { Call } from '#core/contract/call.ts';
import { pluralize } from '#core/pluralize.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { useAccount } from '../accountContext.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { FocusMovingLink } from './FocusMovingLink.tsx';
import { PagedList, type ShownPage } from './PagedList.tsx';
import { useAddressedView } from './useAddressedView.ts';

/** A list with filters: its calls, filters and names. */
interface ListDefinition<Values, Page> {
  call: Call<Page>;
  /** Returns the list as CSV. Absent: it is not exported. */
  exportCall?: Call;
  filters: ListFilters<Values>;
  /** «заявка», «заявки», «заявок». */
  forms: readonly [string, string, string];
  /** Beginning of the name of the saved file. */
  fileName?: string;
}

/** The filters in the page's URL, for the form that changes them. */
export interface FilteredView<View> {
  view: View;
  /** Shows other filters, from the first page on. With `replace`, adds no history entry. */
  setFilters(filters: Partial<View>, options?: { replace?: boolean }): void;
}

/** A list with filters: its definition, the wanted view and the loaded page. */
interface FilteredListState<Values, Page> {
  definition: ListDefinition<Values, Page>;
  address: FilteredView<ListView<Values>>;
  query: ServerQuery<Page, ListView<Values>>;
  /** The list without filters has no lines. */
  isEmpty: boolean;
}

/** Loads a list with the filters of the page's URL. `definition` must be stable. */
export function useFilteredList<Values, Page extends ListPage>(
  definition: ListDefinition<Values, Page>,
): FilteredListState<Values, Page> {
  useSignals();
  const { call, filters } = definition;
  const { api } = useAccount();
  const { view, setView } = useAddressedView(filters.parse, filters.format, filters.toState);
  const query = useServerQuery(() => createListQuery(api, call, filters.toQuery, filters.toHeaders), view);
  const state = query.state.value;
  return {
    definition,
    address: { view, setFilters: (values, options) => setView({ ...view, ...values, page: 1 }, options) },
    query,
    isEmpty: state.phase === 'ready' && state.data.count === 0 && !filters.isFiltered(state.view),
  };
}

/** The filters of a list, the number of its lines, the reset and the export of exactly these lines, and the lines. */
export function FilteredList<Values, Page extends ListPage>({
  list: { definition, address, query, isEmpty },
  filterForm,
  ...content
}: {
  list: FilteredListState<Values, Page>;
  filterForm: ReactNode;
  skeleton: ReactNode;
  /** Shown if the backend has no such list. */
  unsupported: ReactNode;
  renderEmpty: (view: ListView<Values>) => ReactNode;
  /** Shown above the lines. */
  head?: ReactNode;
  children: (shown: ShownPage<ListView<Values>, Page>) => ReactNode;
}) {
  useSignals();
  const { filters, exportCall, forms, fileName = '' } = definition;
  const { view } = address;
  const state = query.state.value;
  const count = state.phase === 'ready' ? state.data.count : null;
  return (
    <>
      {!isEmpty && state.phase !== 'unsupported' && (
        <>
          {filterForm}
          <div className="list-tools">
            <p className="meta numeric" role="status">
              {count !== null && pluralize(count, forms)}
            </p>
            {filters.isFiltered(view) && (
              <FocusMovingLink className="button quiet" to={{ search: '' }}>
                Сбросить
              </FocusMovingLink>
            )}
            {exportCall && count !== 0 && (
              <DownloadButton
                call={exportCall}
                query={filters.toQuery({ ...view, page: 1 })}
                headers={filters.toHeaders(view)}
                name={fileName}
              />
            )}
          </div>
        </>
      )}
      <PagedList
        query={query}
        wanted={view}
        pageSize={LIST_PAGE_SIZE}
        formatView={filters.format}
        toState={filters.toState}
        {...content}
      />
    </>
  );
}
