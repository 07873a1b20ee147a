import type { LedgerView } from '#core/account/referral/ledgerFilters.ts';
import {
  ACCRUAL_STATE_LABELS,
  LEDGER_KIND_LABELS,
  WITHDRAWAL_STATUS_LABELS,
} from '#core/contract/account/ledgerLabels.ts';
import { ACCRUAL_STATES, LEDGER_KINDS } from '#core/contract/account/referral.ts';
import { WITHDRAWAL_STATUSES } from '#core/contract/account/withdrawals.ts';
import type { FilteredView } from '../list/FilteredList.tsx';
import { FilterForm } from '../list/FilterForm.tsx';
import { FilterSelect } from '../list/FilterSelect.tsx';
import { PeriodFields } from '../list/PeriodFields.tsx';

/** The filters of the ledger. Each change updates the URL at once. */
export function LedgerFilterForm({ view, setFilters }: FilteredView<LedgerView>) {
  return (
    <FilterForm label="Фильтр истории">
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
      <PeriodFields legend="Даты, по Москве" dates={view} onChange={setFilters} />
    </FilterForm>
  );
}
