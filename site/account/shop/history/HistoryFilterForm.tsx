import type { HistoryView } from '#core/account/shop/historyFilters.ts';
import { MAX_SUB_LENGTH } from '#core/contract/account/referralCode.ts';
import type { ShopCode } from './useShopCodes.ts';
import type { FilteredView } from '../../list/FilteredList.tsx';
import { FilterForm, StatusSelect } from '../../list/FilterForm.tsx';
import { FilterSelect } from '../../list/FilterSelect.tsx';
import { PeriodFields } from '../../list/PeriodFields.tsx';
import { SearchField } from '../../list/SearchField.tsx';

/** The filters of the history. */
export function HistoryFilterForm({
  view,
  setFilters,
  codes,
}: FilteredView<HistoryView> & {
  /** The partner's codes; none until they are loaded. */
  codes: readonly ShopCode[];
}) {
  return (
    <FilterForm label="Фильтр истории">
      <SearchField
        value={view.sub}
        label="Метка, целиком"
        placeholder="Метка"
        maxLength={MAX_SUB_LENGTH}
        onSearch={(sub, options) => setFilters({ sub: sub.replace(/[^\w-]/g, '') }, options)}
      />
      <StatusSelect value={view.status} onChange={status => setFilters({ status })} />
      <FilterSelect label="Код" value={view.code ?? ''} onChange={code => setFilters({ code: code || null })}>
        <option value="">Все коды</option>
        {listCodes(codes, view.code).map(({ code, label }) => (
          <option key={code} value={code}>
            {[code, label].filter(Boolean).join(', ')}
          </option>
        ))}
      </FilterSelect>
      <PeriodFields legend="Даты создания, по Москве" dates={view} onChange={setFilters} />
    </FilterForm>
  );
}

/** The codes, and the one of the address even if the partner does not have it. */
const listCodes = (codes: readonly ShopCode[], selected: string | null): readonly ShopCode[] =>
  selected === null || codes.some(({ code }) => code === selected)
    ? codes
    : [{ code: selected, label: '' }, ...codes];
