import { MAX_SEARCH_LENGTH, type StatusFilter } from '#core/account/claims/claimListQuery.ts';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { FilterSelect } from '../list/FilterSelect.tsx';
import { PeriodFields } from '../list/PeriodFields.tsx';
import { SearchField } from '../list/SearchField.tsx';
import { getStatusLabel } from '../list/claimText.ts';
import { listOptions, type CurrencyOption } from './useCurrencyOptions.ts';
import type { AddressedView } from './useClaimListView.ts';
import '../list/filters.css';

/** The filters of the list. Each change is in the address at once; there is no button to press. */
export function ClaimFilterForm({
  currencies,
  ...address
}: AddressedView & { currencies: readonly CurrencyOption[] }) {
  const { view, setFilters } = address;
  return (
    <form
      className="list-filters"
      role="search"
      aria-label="Фильтр заявок"
      onSubmit={event => event.preventDefault()}
    >
      <SearchField
        value={view.search}
        label="Номер заявки или валюта"
        placeholder="Номер или валюта"
        maxLength={MAX_SEARCH_LENGTH}
        onSearch={(search, options) => setFilters({ search }, options)}
      />
      <FilterSelect
        label="Статус"
        value={view.status ?? ''}
        onChange={status => setFilters({ status: (status || null) as StatusFilter | null })}
      >
        <option value="">Все статусы</option>
        <option value="open">Открытые</option>
        <option value="closed">Закрытые</option>
        <optgroup label="Один статус">
          {CLAIM_STATUSES.map(status => (
            <option key={status} value={status}>
              {getStatusLabel(status)}
            </option>
          ))}
        </optgroup>
      </FilterSelect>
      <CurrencySelect
        label="Отдали"
        value={view.from}
        currencies={currencies}
        onChange={from => setFilters({ from })}
      />
      <CurrencySelect
        label="Получили"
        value={view.to}
        currencies={currencies}
        onChange={to => setFilters({ to })}
      />
      <PeriodFields legend="Даты создания, по&nbsp;Москве" dates={view} onChange={setFilters} />
    </form>
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
