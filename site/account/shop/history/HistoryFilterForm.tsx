import type { HistoryFilters, HistoryView } from '#core/account/shop/historyQuery.ts';
import { CLAIM_STATUSES, type ClaimStatusCode } from '#core/claim/status.ts';
import { getStatusLabel } from '../../list/claimText.ts';
import { FilterSelect } from '../../list/FilterSelect.tsx';
import { PeriodFields } from '../../list/PeriodFields.tsx';
import { SearchField } from '../../list/SearchField.tsx';
import '../../list/filters.css';

const MAX_SUB_LENGTH = 40;

/** The filters of the history. Each change is in the address at once. */
export function HistoryFilterForm({
  view,
  onChange,
}: {
  view: HistoryView;
  onChange: (filters: Partial<HistoryFilters>, options?: { replace: boolean }) => void;
}) {
  return (
    <form
      className="list-filters"
      role="search"
      aria-label="Фильтр истории"
      onSubmit={event => event.preventDefault()}
    >
      <SearchField
        value={view.sub}
        label="Метка, целиком"
        placeholder="Метка"
        maxLength={MAX_SUB_LENGTH}
        onSearch={(sub, options) => onChange({ sub: sub.replace(/[^\w-]/g, '') }, options)}
      />
      <FilterSelect
        label="Статус"
        value={view.status ?? ''}
        onChange={status => onChange({ status: (status || null) as ClaimStatusCode | null })}
      >
        <option value="">Все статусы</option>
        {CLAIM_STATUSES.map(status => (
          <option key={status} value={status}>
            {getStatusLabel(status)}
          </option>
        ))}
      </FilterSelect>
      {view.code !== null && (
        <FilterSelect label="Код" value={view.code} onChange={code => onChange({ code: code || null })}>
          <option value="">Все коды</option>
          <option value={view.code}>{view.code}</option>
        </FilterSelect>
      )}
      <PeriodFields legend="Даты создания, по&nbsp;Москве" dates={view} onChange={onChange} />
    </form>
  );
}
