import { useState } from 'react';
import type { StatusFilter } from '#core/account/claims/claimListQuery.ts';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { getStatusLabel } from './claimText.ts';
import { FilterSelect } from './FilterSelect.tsx';
import { findPeriod, getPeriod, PERIOD_DAYS } from './period.ts';
import { SearchField } from './SearchField.tsx';
import { listOptions, type CurrencyOption } from './useCurrencyOptions.ts';
import type { AddressedView } from './useClaimListView.ts';
import './ClaimFilterForm.css';

const PERIOD_LABELS: Record<(typeof PERIOD_DAYS)[number], string> = {
  7: '7\u00a0дней',
  30: '30\u00a0дней',
  365: '365\u00a0дней',
};

/** The filters of the list. Each change is in the address at once; there is no button to press. */
export function ClaimFilterForm({
  currencies,
  ...address
}: AddressedView & { currencies: readonly CurrencyOption[] }) {
  const { view, setFilters } = address;
  return (
    <form
      className="claim-filters"
      role="search"
      aria-label="Фильтр заявок"
      onSubmit={event => event.preventDefault()}
    >
      <SearchField {...address} />
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
      <PeriodFields {...address} />
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

function PeriodFields({ view, setFilters }: AddressedView) {
  // Days change at midnight; a page that was opened the day before shows the dates.
  const [now] = useState(() => Date.now());
  const [isChoosing, setIsChoosing] = useState(false);
  const found = findPeriod(view, now);
  const period = isChoosing ? 'dates' : found;
  return (
    <>
      <FilterSelect
        label="Период"
        value={period === 'all' ? '' : String(period)}
        onChange={value => {
          setIsChoosing(value === 'dates');
          if (value === '') setFilters({ dateFrom: null, dateTo: null });
          else if (value !== 'dates') setFilters(getPeriod(Number(value), now));
        }}
      >
        <option value="">Всё время</option>
        {PERIOD_DAYS.map(days => (
          <option key={days} value={days}>
            {PERIOD_LABELS[days]}
          </option>
        ))}
        <option value="dates">Даты…</option>
      </FilterSelect>
      {period === 'dates' && (
        <fieldset className="claim-dates">
          <legend className="visually-hidden">Даты создания, по&nbsp;Москве</legend>
          <DateField
            label="С"
            value={view.dateFrom}
            max={view.dateTo}
            onChange={dateFrom => setFilters({ dateFrom })}
          />
          <DateField
            label="По"
            value={view.dateTo}
            min={view.dateFrom}
            onChange={dateTo => setFilters({ dateTo })}
          />
        </fieldset>
      )}
    </>
  );
}

function DateField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: string | null;
  min?: string | null;
  max?: string | null;
  onChange: (day: string | null) => void;
}) {
  return (
    <label className="claim-date">
      {label}
      <input
        type="date"
        value={value ?? ''}
        min={min ?? undefined}
        max={max ?? undefined}
        onChange={event => onChange(event.target.value || null)}
      />
    </label>
  );
}
