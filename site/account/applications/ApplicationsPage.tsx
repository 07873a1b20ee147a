import { Link } from 'react-router';
import { claimFilters, type ClaimListView } from '#core/account/claims/claimFilters.ts';
import { exportAccountClaimsCall, listAccountClaimsCall } from '#core/contract/account/accountClaim.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { routePaths } from '../../routePaths.ts';
import { useAppContext } from '../../shell/appContext.ts';
import { CLAIM_FORMS } from '../list/claimText.ts';
import { EmptyList, NothingFound } from '../list/EmptyList.tsx';
import { FilteredList, useFilteredList } from '../list/FilteredList.tsx';
import { ListTable, ListTableSkeleton } from '../list/table/ListTable.tsx';
import { LocalClaims } from '../LocalClaims.tsx';
import { ClaimFilterForm } from './ClaimFilterForm.tsx';
import { CLAIM_TABLE } from './claimTable.tsx';
import { useCurrencyOptions } from '../list/useCurrencyOptions.ts';
import { useRepeatDialog } from './useRepeatDialog.tsx';

const CLAIM_LIST = {
  call: listAccountClaimsCall,
  exportCall: exportAccountClaimsCall,
  filters: claimFilters,
  forms: CLAIM_FORMS,
  fileName: 'razmen',
};

/** Page /account/applications: the account's claims, with filters that are kept in the address. */
export function ApplicationsPage() {
  const currencies = useCurrencyOptions(useAppContext().api);
  const list = useFilteredList(CLAIM_LIST);
  const [dialog, failure, repeatActions] = useRepeatDialog(list.query.refresh);
  return (
    <>
      <div className="account-heading">
        <h1>Заявки</h1>
        {!list.isEmpty && <ExchangeLink />}
      </div>
      <LocalClaims onAttached={list.query.refresh} />
      <FilteredList
        list={list}
        filterForm={<ClaimFilterForm {...list.address} currencies={currencies} />}
        skeleton={<ListTableSkeleton table={CLAIM_TABLE} />}
        unsupported={
          <EmptyList title="Список недоступен" text="Открывайте заявки по ссылкам из писем.">
            <ExchangeLink />
          </EmptyList>
        }
        renderEmpty={view => <NoClaims view={view} />}
        head={failure}
      >
        {({ data, range, isOutdated, loadedAt }) => (
          <>
            <ListTable
              table={CLAIM_TABLE}
              rows={data.results}
              context={{ now: loadedAt, ...repeatActions }}
              caption={`Заявки: ${range}`}
              isOutdated={isOutdated}
            />
            {dialog}
          </>
        )}
      </FilteredList>
    </>
  );
}

function ExchangeLink() {
  return (
    <Link className="button primary" to={routePaths.home}>
      <Icon d={ICON_PATHS.swap} />
      Обменять
    </Link>
  );
}

function NoClaims({ view }: { view: ClaimListView }) {
  if (!claimFilters.isFiltered(view))
    return (
      <EmptyList title="Заявок пока нет" text="Здесь будут обмены, которые вы создадите после входа.">
        <ExchangeLink />
      </EmptyList>
    );
  const { search } = view;
  const isOnlySearch = !claimFilters.isFiltered({ ...view, search: '' });
  return (
    <NothingFound
      text={
        search === ''
          ? 'Заявок с такими фильтрами нет. Выберите другой статус, валюту или период.'
          : isOnlySearch
            ? `По запросу «${search}» заявок нет. Проверьте номер или код валюты.`
            : `По запросу «${search}» с этими фильтрами заявок нет. Проверьте номер или сбросьте фильтры.`
      }
    />
  );
}
