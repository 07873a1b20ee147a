import { Suspense } from 'react';
import {
  listOperatorPairsCall,
  MAX_PAIR_SEARCH_LENGTH,
  type PairState,
} from '#core/contract/operator/pairs.ts';
import { pairFilters, type PairView } from '#core/operator/pairFilters.ts';
import { EmptyList, NothingFound } from '../../account/list/EmptyList.tsx';
import { FilteredList, useFilteredList, type FilteredView } from '../../account/list/FilteredList.tsx';
import { FilterForm } from '../../account/list/FilterForm.tsx';
import { FilterSelect } from '../../account/list/FilterSelect.tsx';
import { SearchField } from '../../account/list/SearchField.tsx';
import { lazyComponent } from '../../elements/lazyComponent.ts';
import { ListTable, ListTableSkeleton } from '../../account/list/table/ListTable.tsx';
import { useStaff } from '../staffContext.ts';
import { ClosingSection } from './ClosingSection.tsx';
import { useEditedValue } from '../values/useEditedValue.ts';
import { findEditedField, RATE_TABLE } from './rateTable.tsx';
import './rates.css';

const PairEditor = lazyComponent(() => import('./editor/PairEditor.tsx'), 'PairEditor');

const PAIR_LIST = {
  call: listOperatorPairsCall,
  filters: pairFilters,
  forms: ['направление', 'направления', 'направлений'] as const,
};

const STATE_TEXTS: readonly (readonly [PairState, string])[] = [
  ['open', 'Открытые'],
  ['closed', 'Закрытые'],
  ['frozen', 'С заданным курсом'],
  ['own', 'Со своими условиями'],
];

/** Page /operator/rates: what the exchange accepts, and all pairs with their courses, which are edited in place. */
export function RatesPage() {
  const { rights } = useStaff();
  const list = useFilteredList(PAIR_LIST);
  const { edited, closed, edit, close } = useEditedValue();
  return (
    <>
      <div className="account-heading">
        <h1>Курсы</h1>
      </div>
      <ClosingSection onChanged={list.query.refresh} />
      <FilteredList
        list={list}
        filterForm={<PairFilterForm {...list.address} />}
        skeleton={<ListTableSkeleton table={RATE_TABLE} />}
        unsupported={null}
        head={
          <p className="form-hint" role="status">
            {closed.message}
          </p>
        }
        renderEmpty={view =>
          pairFilters.isFiltered(view) ? (
            <NothingFound text="Поиск понимает коды и названия валют: «usdt сбер», «btc-sberrub»." />
          ) : (
            <EmptyList title="Направлений нет" text="Откройте валюты: направления появятся здесь." />
          )
        }
      >
        {({ data, range, isOutdated, loadedAt }) => (
          <ListTable
            table={RATE_TABLE}
            rows={data.results}
            context={{ rights, edited, onEdit: edit, now: loadedAt }}
            caption={`Направления: ${range}`}
            isOutdated={isOutdated}
            renderDetail={pair => {
              const field = findEditedField(pair, edited);
              return (
                field && (
                  <Suspense fallback={null}>
                    <PairEditor
                      key={field}
                      pair={pair}
                      field={field}
                      onClose={close}
                      onChanged={list.query.refresh}
                    />
                  </Suspense>
                )
              );
            }}
          />
        )}
      </FilteredList>
    </>
  );
}

function PairFilterForm({ view, setFilters }: FilteredView<PairView>) {
  return (
    <FilterForm label="Фильтр направлений">
      <SearchField
        value={view.search}
        label="Валюта или направление"
        placeholder="Например, usdt сбер"
        maxLength={MAX_PAIR_SEARCH_LENGTH}
        onSearch={(search, options) => setFilters({ search }, options)}
      />
      <FilterSelect
        label="Какие направления"
        value={view.state ?? ''}
        onChange={text => setFilters({ state: STATE_TEXTS.find(([state]) => state === text)?.[0] ?? null })}
      >
        <option value="">Все</option>
        {STATE_TEXTS.map(([state, text]) => (
          <option key={state} value={state}>
            {text}
          </option>
        ))}
      </FilterSelect>
    </FilterForm>
  );
}
