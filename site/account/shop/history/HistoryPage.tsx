import { useCallback, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import type { ShopHistoryQuery } from '#core/api/account/shop.ts';
import type { DownloadOptions } from '#core/api/download.ts';
import {
  createShopHistory,
  HISTORY_PAGE_SIZE,
  type ShopHistoryState,
} from '#core/account/shop/createShopHistory.ts';
import {
  formatHistorySearch,
  isHistoryFiltered,
  parseHistoryView,
  toHistoryQuery,
  type HistoryView,
} from '#core/account/shop/historyQuery.ts';
import { pluralize } from '#core/pluralize.ts';
import { LoadError } from '../../../live/LoadError.tsx';
import { routePaths } from '../../../routePaths.ts';
import { useAppContext, useLoadingBarWhile } from '../../../shell/appContext.ts';
import { useAccount } from '../../accountContext.ts';
import { DownloadButton, importForDownload } from '../../list/DownloadButton.tsx';
import { EmptyList } from '../../list/EmptyList.tsx';
import { ListPages, useScrollToNewPage } from '../../list/ListPages.tsx';
import { RefreshFailure } from '../../list/RefreshFailure.tsx';
import { useAddressedView } from '../../list/useAddressedView.ts';
import { useAccountModel } from '../../useAccountModel.ts';
import { HistoryFilterForm } from './HistoryFilterForm.tsx';
import { HistoryTable, HistorySkeleton } from './HistoryTable.tsx';
import '../../list/list.css';
import './history.css';

const CLAIM_FORMS = ['заявка', 'заявки', 'заявок'] as const;

/** Page /account/shop/history: the claims that the partner's links and widgets have brought. */
export function HistoryPage() {
  useSignals();
  const appContext = useAppContext();
  const { api } = useAccount();
  const { view, setView } = useAddressedView(parseHistoryView, formatHistorySearch);
  const model = useAccountModel(
    useCallback(() => {
      const created = createShopHistory(api, { visible: document.visibilityState === 'visible' });
      return { ...created, refreshNow: created.reload };
    }, [api]),
  );
  useEffect(() => model?.show(view), [model, view]);
  useLoadingBarWhile(appContext, model?.isLoading.value ?? true);
  const state = model?.state.value ?? { phase: 'loading' };
  const isEmpty = state.phase === 'ready' && state.data.count === 0 && !isHistoryFiltered(state.view);
  const hasTools = !isEmpty && state.phase !== 'unsupported';
  return (
    <>
      <div className="account-heading">
        <h1>История</h1>
      </div>
      {hasTools && (
        <HistoryFilterForm
          view={view}
          onChange={(filters, options) => setView({ ...view, ...filters, page: 1 }, options)}
        />
      )}
      {hasTools && <HistoryTools state={state} view={view} />}
      <HistoryContent state={state} wanted={view} onRetry={() => model?.reload()} />
    </>
  );
}

/** How many claims there are, the way to all of them, and the export of exactly this list. */
function HistoryTools({ state, view }: { state: ShopHistoryState; view: HistoryView }) {
  const { api } = useAccount();
  const loadFile = useCallback(
    async (query: ShopHistoryQuery, options: DownloadOptions) => {
      const { downloadShopHistory } = await importForDownload(
        () => import('#core/api/account/shopExport.ts'),
      );
      return downloadShopHistory(api, undefined, query, options);
    },
    [api],
  );
  return (
    <div className="list-tools">
      <p className="meta numeric" role="status">
        {state.phase === 'ready' && pluralize(state.data.count, CLAIM_FORMS)}
      </p>
      {isHistoryFiltered(view) && (
        <Link className="button quiet" to={{ search: '' }} preventScrollReset>
          Сбросить
        </Link>
      )}
      <DownloadButton query={toHistoryQuery(view)} loadFile={loadFile} name="razmen-history" />
    </div>
  );
}

function HistoryContent({
  state,
  wanted,
  onRetry,
}: {
  state: ShopHistoryState;
  wanted: HistoryView;
  onRetry: () => void;
}) {
  switch (state.phase) {
    case 'loading':
      return <HistorySkeleton />;
    case 'failed':
      return <LoadError code={state.failure.code} role="alert" onRetry={onRetry} />;
    case 'unsupported':
      return <EmptyList title="Истории нет" text="На&nbsp;этом сайте нет партнёрской программы." />;
    case 'ready':
      return <LoadedHistory state={state} wanted={wanted} onRetry={onRetry} />;
  }
}

function LoadedHistory({
  state: { view, data, loadedAt, refreshFailure },
  wanted,
  onRetry,
}: {
  state: Extract<ShopHistoryState, { phase: 'ready' }>;
  /** The view of the address, which may be loading. */
  wanted: HistoryView;
  onRetry: () => void;
}) {
  const navigate = useNavigate();
  const headRef = useRef<HTMLDivElement>(null);
  const { page } = view;
  useScrollToNewPage(headRef, page);
  const pageCount = Math.max(1, Math.ceil(data.count / HISTORY_PAGE_SIZE));
  const isBeyondLast = page > pageCount;
  useEffect(() => {
    if (!isBeyondLast) return;
    const search = formatHistorySearch({ ...view, page: pageCount });
    void navigate({ search }, { replace: true, preventScrollReset: true });
  }, [isBeyondLast, view, pageCount, navigate]);
  if (isBeyondLast) return <HistorySkeleton />;
  if (data.count === 0) return <NoClaims view={view} />;
  const first = (page - 1) * HISTORY_PAGE_SIZE + 1;
  const range = `${first}–${first + data.results.length - 1} из\u00a0${data.count}`;
  return (
    <>
      <div ref={headRef} className="list-head">
        <RefreshFailure failure={refreshFailure} loadedAt={loadedAt} subject="Список" onRetry={onRetry} />
      </div>
      <HistoryTable
        claims={data.results}
        caption={`Заявки: ${range}`}
        isOutdated={formatHistorySearch(wanted) !== formatHistorySearch(view)}
        now={loadedAt}
      />
      {pageCount > 1 && (
        <ListPages
          current={page}
          pageCount={pageCount}
          range={range}
          target={{ formatSearch: next => formatHistorySearch({ ...view, page: next }) }}
        />
      )}
    </>
  );
}

function NoClaims({ view }: { view: HistoryView }) {
  if (isHistoryFiltered(view))
    return (
      <EmptyList
        title={'Ничего не\u00a0нашли'}
        text="Заявок с&nbsp;такими фильтрами нет. Выберите другой статус, метку или период."
      >
        <Link className="button" to={{ search: '' }} preventScrollReset>
          Сбросить фильтр
        </Link>
      </EmptyList>
    );
  return (
    <EmptyList
      title="Заявок пока нет"
      text="Здесь будут заявки тех, кто пришёл по&nbsp;вашей ссылке или из&nbsp;вашей формы."
    >
      <Link className="button primary" to={routePaths.shopLinks}>
        Собрать ссылку
      </Link>
    </EmptyList>
  );
}
