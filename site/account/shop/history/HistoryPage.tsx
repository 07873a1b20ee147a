import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { createListQuery, LIST_PAGE_SIZE } from '#core/account/createListQuery.ts';
import type { ShopHistoryQuery } from '#core/account/shop/shopQueries.ts';
import {
  formatHistorySearch,
  isHistoryFiltered,
  parseHistoryView,
  toHistoryQuery,
  type HistoryView,
} from '#core/account/shop/historyQuery.ts';
import { listShopHistoryCall } from '#core/contract/account/shop.ts';
import { useServerQuery } from '../../../live/useServerQuery.ts';
import { routePaths } from '../../../routePaths.ts';
import { useAccount } from '../../accountContext.ts';
import { CLAIM_FORMS } from '../../list/claimText.ts';
import { importForDownload } from '../../list/DownloadButton.tsx';
import { EmptyList, NothingFound } from '../../list/EmptyList.tsx';
import { ListTools, type ExportList } from '../../list/ListTools.tsx';
import { PagedList } from '../../list/PagedList.tsx';
import { useAddressedView } from '../../list/useAddressedView.ts';
import { HistoryFilterForm } from './HistoryFilterForm.tsx';
import { HistoryTable, HistorySkeleton } from './HistoryTable.tsx';
import { useShopCodes } from './useShopCodes.ts';

/** Page /account/shop/history: the claims that the partner's links and widgets have brought. */
export function HistoryPage() {
  useSignals();
  const { api } = useAccount();
  const { view, setView } = useAddressedView(parseHistoryView, formatHistorySearch);
  const query = useServerQuery(() => createListQuery(api, listShopHistoryCall, toHistoryQuery), view);
  const state = query.state.value;
  const codes = useShopCodes();
  const count = state.phase === 'ready' ? state.data.count : null;
  const isEmpty = state.phase === 'ready' && count === 0 && !isHistoryFiltered(state.view);
  const hasTools = !isEmpty && state.phase !== 'unsupported';
  return (
    <>
      <div className="account-heading">
        <h1>История</h1>
      </div>
      {hasTools && (
        <>
          <HistoryFilterForm
            view={view}
            codes={codes}
            onChange={(filters, options) => setView({ ...view, ...filters, page: 1 }, options)}
          />
          <ListTools
            count={count}
            forms={CLAIM_FORMS}
            isFiltered={isHistoryFiltered(view)}
            query={toHistoryQuery(view)}
            exportList={exportHistory}
            name="razmen-history"
          />
        </>
      )}
      <PagedList
        query={query}
        wanted={view}
        pageSize={LIST_PAGE_SIZE}
        formatView={formatHistorySearch}
        skeleton={<HistorySkeleton />}
        unsupported={<EmptyList title="Истории нет" text="На&nbsp;этом сайте нет партнёрской программы." />}
        renderEmpty={shown => <NoClaims view={shown} />}
      >
        {({ data, range, isOutdated, loadedAt }) => (
          <HistoryTable
            claims={data.results}
            caption={`Заявки: ${range}`}
            isOutdated={isOutdated}
            now={loadedAt}
          />
        )}
      </PagedList>
    </>
  );
}

const exportHistory: ExportList<ShopHistoryQuery> = async (api, query, options) => {
  const { downloadShopHistory } = await importForDownload(() => import('#core/api/account/shopExport.ts'));
  return downloadShopHistory(api, undefined, query, options);
};

function NoClaims({ view }: { view: HistoryView }) {
  if (isHistoryFiltered(view))
    return (
      <NothingFound text="Заявок с&nbsp;такими фильтрами нет. Выберите другой статус, метку, код или период." />
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
