import { useState } from 'react';
import {
  ACCRUAL_STATE_LABELS,
  LEDGER_KIND_LABELS,
  WITHDRAWAL_STATUS_LABELS,
} from '#core/contract/account/ledgerLabels.ts';
import { ACCRUAL_STATES, LEDGER_KINDS, WITHDRAWAL_STATUSES } from '#core/contract/account/referral.ts';
import { FilterSelect } from '../applications/FilterSelect.tsx';
import { findPeriod, getPeriod, PERIOD_DAYS } from '../applications/period.ts';
import type { LedgerView } from './ledgerView.ts';
import '../applications/ClaimFilterForm.css';

/** The filters of the ledger. Each change is in the address at once. */
export function LedgerFilterForm({
  view,
  setFilters,
}: {
  view: LedgerView;
  setFilters: (filters: Partial<LedgerView>) => void;
}) {
  // Days change at midnight; a page that was opened the day before shows the dates.
  const [now] = useState(() => Date.now());
  const [isChoosing, setIsChoosing] = useState(false);
  const found = findPeriod(view, now);
  const period = isChoosing ? 'dates' : found;
  return (
    <form
      className="claim-filters ledger-filters"
      role="search"
      aria-label="Фильтр истории"
      onSubmit={event => event.preventDefault()}
    >
      <FilterSelect
        label="Вид"
        value={view.kind ?? ''}
        onChange={kind => setFilters({ kind: LEDGER_KINDS.find(one => one === kind) ?? null, status: null })}
      >
        <option value="">Все строки</option>
        {LEDGER_KINDS.map(kind => (
          <option key={kind} value={kind}>
            {LEDGER_KIND_LABELS[kind]}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label="Состояние"
        value={view.status ?? ''}
        onChange={status => setFilters({ status: status || null, kind: null })}
      >
        <option value="">Любое состояние</option>
        <optgroup label="Начисления">
          {ACCRUAL_STATES.map(state => (
            <option key={state} value={state}>
              {ACCRUAL_STATE_LABELS[state]}
            </option>
          ))}
        </optgroup>
        <optgroup label="Выводы">
          {WITHDRAWAL_STATUSES.map(status => (
            <option key={status} value={status}>
              {WITHDRAWAL_STATUS_LABELS[status]}
            </option>
          ))}
        </optgroup>
      </FilterSelect>
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
            {days}&nbsp;дней
          </option>
        ))}
        <option value="dates">Даты…</option>
      </FilterSelect>
      {period === 'dates' && (
        <fieldset className="claim-dates">
          <legend className="visually-hidden">Даты, по&nbsp;Москве</legend>
          {(['dateFrom', 'dateTo'] as const).map(name => (
            <label className="claim-date" key={name}>
              {name === 'dateFrom' ? 'С' : 'По'}
              <input
                type="date"
                value={view[name] ?? ''}
                min={(name === 'dateTo' && view.dateFrom) || undefined}
                max={(name === 'dateFrom' && view.dateTo) || undefined}
                onChange={event => setFilters({ [name]: event.target.value || null })}
              />
            </label>
          ))}
        </fieldset>
      )}
    </form>
  );
}
