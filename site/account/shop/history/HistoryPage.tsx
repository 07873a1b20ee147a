import { Link } from 'react-router';
import { historyFilters, type HistoryView } from '#core/account/shop/historyFilters.ts';
import { exportShopHistoryCall, listShopHistoryCall } from '#core/contract/account/shop.ts';
import { routePaths } from '../../../routePaths.ts';
import { CLAIM_FORMS } from '../../list/claimText.ts';
import { EmptyList, NothingFound } from '../../list/EmptyList.tsx';
import { FilteredList, useFilteredList } from '../../list/FilteredList.tsx';
import { ListTable, ListTableSkeleton } from '../../list/table/ListTable.tsx';
import { HistoryFilterForm } from './HistoryFilterForm.tsx';
import { HISTORY_TABLE } from './historyTable.tsx';
import { useShopCodes } from './useShopCodes.ts';

const HISTORY_LIST = {
  call: listShopHistoryCall,
  exportCall: exportShopHistoryCall,
  filters: historyFilters,
  forms: CLAIM_FORMS,
  fileName: 'razmen-history',
};

/** Page /account/shop/history: the claims that the partner's links and widgets have brought. */
export function HistoryPage() {
  const list = useFilteredList(HISTORY_LIST);
  const codes = useShopCodes();
  return (
    <>
      <div className="account-heading">
        <h1>История</h1>
      </div>
      <FilteredList
        list={list}
        filterForm={<HistoryFilterForm {...list.address} codes={codes} />}
        skeleton={<ListTableSkeleton table={HISTORY_TABLE} />}
        unsupported={<EmptyList title="Истории нет" text="На этом сайте нет партнёрской программы." />}
        renderEmpty={view => <NoClaims view={view} />}
      >
        {({ data, range, isOutdated, loadedAt }) => (
          <ListTable
            table={HISTORY_TABLE}
            rows={data.results}
            context={loadedAt}
            caption={`Заявки: ${range}`}
            isOutdated={isOutdated}
          />
        )}
      </FilteredList>
    </>
  );
}

function NoClaims({ view }: { view: HistoryView }) {
  if (historyFilters.isFiltered(view))
    return (
      <NothingFound text="Заявок с такими фильтрами нет. Выберите другой статус, метку, код или период." />
    );
  return (
    <EmptyList
      title="Заявок пока нет"
      text="Здесь будут заявки тех, кто пришёл по вашей ссылке или из вашей формы."
    >
      <Link className="button primary" to={routePaths.shopLinks}>
        Собрать ссылку
      </Link>
    </EmptyList>
  );
}
