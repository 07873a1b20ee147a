import { MAX_SEARCH_LENGTH, type ClaimListView } from '#core/account/claims/claimFilters.ts';
import type { FilteredView } from '../list/FilteredList.tsx';
import { FilterForm, StatusFilterSelect } from '../list/FilterForm.tsx';
import { CurrencySelect } from '../list/CurrencySelect.tsx';
import { PeriodFields } from '../list/PeriodFields.tsx';
import { SearchField } from '../list/SearchField.tsx';
import type { CurrencyOption } from '../list/useCurrencyOptions.ts';

/** The filters of the account's claims. */
export function ClaimFilterForm({
  view,
  setFilters,
  currencies,
}: FilteredView<ClaimListView> & { currencies: readonly CurrencyOption[] }) {
  return (
    <FilterForm label="Фильтр заявок">
      <SearchField
        value={view.search}
        label="Номер заявки или валюта"
        placeholder="Номер или валюта"
        maxLength={MAX_SEARCH_LENGTH}
        onSearch={(search, options) => setFilters({ search }, options)}
      />
      <StatusFilterSelect value={view.status} onChange={status => setFilters({ status })} />
      <CurrencySelect
        label="Отдаёте"
        value={view.from}
        currencies={currencies}
        onChange={from => setFilters({ from })}
      />
      <CurrencySelect
        label="Получаете"
        value={view.to}
        currencies={currencies}
        onChange={to => setFilters({ to })}
      />
      <PeriodFields legend="Даты создания, по Москве" dates={view} onChange={setFilters} />
    </FilterForm>
  );
}
