import type { HistoryFilters, HistoryView } from '#core/account/shop/historyQuery.ts';
import { FilterForm, StatusSelect } from '../../list/FilterForm.tsx';
import { FilterSelect } from '../../list/FilterSelect.tsx';
import { PeriodFields } from '../../list/PeriodFields.tsx';
import { SearchField } from '../../list/SearchField.tsx';

const MAX_SUB_LENGTH = 40;

/** The filters of the history. */
export function HistoryFilterForm({
  view,
  onChange,
}: {
  view: HistoryView;
  onChange: (filters: Partial<HistoryFilters>, options?: { replace: boolean }) => void;
}) {
  return (
    <FilterForm label="Фильтр истории">
      <SearchField
        value={view.sub}
        label="Метка, целиком"
        placeholder="Метка"
        maxLength={MAX_SUB_LENGTH}
        onSearch={(sub, options) => onChange({ sub: sub.replace(/[^\w-]/g, '') }, options)}
      />
      <StatusSelect value={view.status} onChange={status => onChange({ status })} />
      {view.code !== null && (
        <FilterSelect label="Код" value={view.code} onChange={code => onChange({ code: code || null })}>
          <option value="">Все коды</option>
          <option value={view.code}>{view.code}</option>
        </FilterSelect>
      )}
      <PeriodFields legend="Даты создания, по&nbsp;Москве" dates={view} onChange={onChange} />
    </FilterForm>
  );
}
