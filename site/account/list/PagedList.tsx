import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { getPageSize, type ListPage } from '#core/account/listQuery.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { useAppContext, useLoadingBarWhile } from '../../shell/appContext.ts';
import { QueryContent } from '../QueryContent.tsx';
import { RefreshFailure } from './RefreshFailure.tsx';
import { ListPages, useScrollToNewPage, type PageTarget } from './ListPages.tsx';
import './list.css';

/** A page as it is shown. */
export interface ShownPage<View, Page> {
  view: View;
  data: Page;
  /** When it was loaded, milliseconds by this device's clock. */
  loadedAt: number;
  /** «1–20 из 68». */
  range: string;
  /** Whether another view is loading. */
  isOutdated: boolean;
}

interface ListLayout<View> {
  /** Requested number of lines on a page. */
  pageSize: number;
  /** Text that is equal for equal views. Without `onPage` it is the query of a view's address, too. */
  formatView: (view: View) => string;
  /** The rest of a view’s address, in the state of the history entry. */
  toState?: (view: View) => unknown;
  onPage?: (page: number) => void;
  skeleton: ReactNode;
  renderEmpty: (view: View) => ReactNode;
}

/** A list of the account in each of its phases. `children` render a page that has lines. */
export function PagedList<View extends { page: number }, Page extends ListPage>({
  query,
  wanted,
  unsupported,
  head,
  children,
  ...layout
}: ListLayout<View> & {
  query: ServerQuery<Page, View>;
  /** The requested view, which may be loading. */
  wanted: View;
  /** Shown if the backend has no such list. */
  unsupported: ReactNode;
  /** Shown above the lines. */
  head?: ReactNode;
  children: (shown: ShownPage<View, Page>) => ReactNode;
}) {
  useSignals();
  const { formatView, toState } = layout;
  const toKey = (view: View) => formatView(view) + JSON.stringify(toState?.(view) ?? null);
  useLoadingBarWhile(useAppContext(), query.isLoading.value);
  return (
    <QueryContent query={query} skeleton={layout.skeleton} unsupported={unsupported}>
      {state => (
        <LoadedPage
          {...layout}
          {...state}
          isOutdated={toKey(wanted) !== toKey(state.view)}
          head={
            <>
              <RefreshFailure query={query} subject="Список" />
              {head}
            </>
          }
        >
          {children}
        </LoadedPage>
      )}
    </QueryContent>
  );
}

/** A loaded page of a list with the links to the others. A page beyond the last one redirects to the last one. */
export function LoadedPage<View extends { page: number }, Page extends ListPage>({
  view,
  data,
  loadedAt,
  isOutdated,
  pageSize: wantedPageSize,
  formatView,
  toState,
  onPage,
  skeleton,
  renderEmpty,
  head,
  children,
}: ListLayout<View> &
  Omit<ShownPage<View, Page>, 'range'> & {
    head?: ReactNode;
    children: (shown: ShownPage<View, Page>) => ReactNode;
  }) {
  const headRef = useRef<HTMLDivElement>(null);
  const { page } = view;
  const { count, results } = data;
  const pageSize = getPageSize(data, page, wantedPageSize);
  const pageCount = Math.max(1, Math.ceil(count / pageSize));
  const target: PageTarget = onPage
    ? { onPage }
    : { formatSearch: next => formatView({ ...view, page: next }), state: toState?.(view) };
  useScrollToNewPage(headRef, page);
  useLastPage(page > pageCount, pageCount, target);
  if (page > pageCount) return skeleton;
  const first = (page - 1) * pageSize + 1;
  const range = `${first}–${first + results.length - 1} из ${count}`;
  return (
    <>
      <div ref={headRef} className="list-head">
        {head}
      </div>
      {count === 0 ? renderEmpty(view) : children({ view, data, loadedAt, range, isOutdated })}
      {pageCount > 1 && <ListPages current={page} pageCount={pageCount} range={range} target={target} />}
    </>
  );
}

/** Goes to the last page from one beyond it: an old link, or lines have gone. */
function useLastPage(isBeyond: boolean, lastPage: number, target: PageTarget): void {
  const navigate = useNavigate();
  const go = useRef(() => {});
  useEffect(() => {
    go.current = () => {
      if ('onPage' in target) target.onPage(lastPage);
      else
        void navigate(
          { search: target.formatSearch(lastPage) },
          { replace: true, state: target.state, preventScrollReset: true },
        );
    };
  });
  useEffect(() => {
    if (isBeyond) go.current();
  }, [isBeyond, lastPage]);
}
