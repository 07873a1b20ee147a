import { exportOperatorClaimsCall, listOperatorClaimsCall } from '#core/contract/operator/claims.ts';
import { operatorClaimFilters, type OperatorClaimView } from '#core/operator/operatorClaimFilters.ts';
import { MAX_SEARCH_LENGTH } from '#core/account/claims/claimFilters.ts';
import { CurrencySelect } from '../../account/list/CurrencySelect.tsx';
import { useCurrencyOptions } from '../../account/list/useCurrencyOptions.ts';
import { CLAIM_FORMS } from '../../account/list/claimText.ts';
import { NothingFound, EmptyList } from '../../account/list/EmptyList.tsx';
import { FilteredList, useFilteredList, type FilteredView } from '../../account/list/FilteredList.tsx';
import { FilterForm, StatusFilterSelect } from '../../account/list/FilterForm.tsx';
import { FilterSelect } from '../../account/list/FilterSelect.tsx';
import { PeriodFields } from '../../account/list/PeriodFields.tsx';
import { SearchField } from '../../account/list/SearchField.tsx';
import { ListTable, ListTableSkeleton } from '../../account/list/table/ListTable.tsx';
import { useAppContext } from '../../shell/appContext.ts';
import { hasClaims, useDeskChanges } from '../events/useWorkQuery.ts';
import { OPERATOR_CLAIM_TABLE } from './operatorClaimTable.tsx';

const CLAIM_LIST = {
  call: listOperatorClaimsCall,
  exportCall: exportOperatorClaimsCall,
  filters: operatorClaimFilters,
  forms: CLAIM_FORMS,
  fileName: 'razmen-claims',
};

/** Page /operator/claims: all claims, with filters that are kept in the address. */
export function OperatorClaimsPage() {
  const list = useFilteredList(CLAIM_LIST);
  useDeskChanges(list.query, hasClaims);
  return (
    <>
      <div className="account-heading">
        <h1>Заявки</h1>
      </div>
      <FilteredList
        list={list}
        filterForm={<OperatorClaimFilters {...list.address} />}
        skeleton={<ListTableSkeleton table={OPERATOR_CLAIM_TABLE} />}
        unsupported={null}
        renderEmpty={view =>
          operatorClaimFilters.isFiltered(view) ? (
            <NothingFound text="Поиск понимает номер, начало почты, конец карты, адрес, номер перевода и точную сумму." />
          ) : (
            <EmptyList title="Заявок пока нет" text="Здесь будут все заявки обменника." />
          )
        }
      >
        {({ data, range, isOutdated, loadedAt }) => (
          <ListTable
            table={OPERATOR_CLAIM_TABLE}
            rows={data.results}
            context={{ now: loadedAt }}
            caption={`Заявки: ${range}`}
            isOutdated={isOutdated}
          />
        )}
      </FilteredList>
    </>
  );
}

function OperatorClaimFilters({ view, setFilters }: FilteredView<OperatorClaimView>) {
  const currencies = useCurrencyOptions(useAppContext().api);
  return (
    <FilterForm label="Фильтр заявок">
      <SearchField
        value={view.search}
        label="Номер, начало почты, конец карты, адрес, номер перевода или сумма"
        placeholder="Номер, почта, карта, адрес, сумма"
        maxLength={MAX_SEARCH_LENGTH}
        onSearch={(search, options) => setFilters({ search }, options)}
      />
      <StatusFilterSelect value={view.status} onChange={status => setFilters({ status })} />
      <CurrencySelect
        label="Валюта"
        value={view.currency}
        currencies={currencies}
        onChange={currency => setFilters({ currency })}
      />
      <FilterSelect
        label="Кто работает"
        value={view.taken ?? ''}
        onChange={taken => setFilters({ taken: taken === 'me' ? taken : null })}
      >
        <option value="">Чьи угодно</option>
        <option value="me">Взятые мной</option>
      </FilterSelect>
      <PeriodFields legend="Даты создания, по Москве" dates={view} onChange={setFilters} />
    </FilterForm>
  );
}
