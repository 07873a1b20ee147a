import {
  MAX_SEARCH_LENGTH,
  type ClaimListView,
  type StatusFilter,
} from '#core/account/claims/claimFilters.ts';
import type { FilteredView } from '../list/FilteredList.tsx';
import { FilterForm, StatusSelect } from '../list/FilterForm.tsx';
import { FilterSelect } from '../list/FilterSelect.tsx';
import { PeriodFields } from '../list/PeriodFields.tsx';
import { SearchField } from '../list/SearchField.tsx';
import { listOptions, type CurrencyOption } from './useCurrencyOptions.ts';

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
      <StatusSelect<StatusFilter> value={view.status} onChange={status => setFilters({ status })}>
        <option value="open">Открытые</option>
        <option value="closed">Закрытые</option>
      </StatusSelect>
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
      <PeriodFields legend="Даты создания, по&nbsp;Москве" dates={view} onChange={setFilters} />
    </FilterForm>
  );
}

function CurrencySelect({
  label,
  value,
  currencies,
  onChange,
}: {
  label: string;
  value: string | null;
  currencies: readonly CurrencyOption[];
  onChange: (code: string | null) => void;
}) {
  return (
    <FilterSelect label={label} value={value ?? ''} onChange={code => onChange(code || null)}>
      <option value="">{label}: всё</option>
      {listOptions(currencies, value).map(({ code, label: text }) => (
        <option key={code} value={code}>
          {text}
        </option>
      ))}
    </FilterSelect>
  );
}
