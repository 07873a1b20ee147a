import { ledgerFilters, type LedgerView } from '#core/account/referral/ledgerFilters.ts';
import { exportLedgerCall, listLedgerCall } from '#core/contract/account/referral.ts';
import { EmptyList, NothingFound } from '../list/EmptyList.tsx';
import { FilteredList, useFilteredList } from '../list/FilteredList.tsx';
import { LedgerFilterForm } from './LedgerFilterForm.tsx';
import { LedgerRow } from './LedgerRow.tsx';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';

const LEDGER_LIST = {
  call: listLedgerCall,
  exportCall: exportLedgerCall,
  filters: ledgerFilters,
  forms: ['строка', 'строки', 'строк'],
  fileName: 'razmen-partner',
} as const;

/** The ledger of a partner, with filters that are kept in the URL. */
export function Ledger() {
  const list = useFilteredList(LEDGER_LIST);
  return (
    <section className="account-section" aria-labelledby="h-ledger">
      <h2 id="h-ledger">История</h2>
      <FilteredList
        list={list}
        filterForm={<LedgerFilterForm {...list.address} />}
        skeleton={<LedgerSkeleton />}
        unsupported={<p className="section-text">История недоступна.</p>}
        renderEmpty={renderEmpty}
      >
        {({ data, loadedAt, isOutdated }) => (
          <ul className="line-list ledger-list" aria-label="Строки истории" aria-busy={isOutdated}>
            {data.results.map(entry => (
              <LedgerRow key={entry.id} entry={entry} now={loadedAt} />
            ))}
          </ul>
        )}
      </FilteredList>
    </section>
  );
}

const LedgerSkeleton = () => <LoadingSkeleton className="ledger-skeleton" label="Загружаем историю" />;

function renderEmpty(view: LedgerView) {
  return ledgerFilters.isFiltered(view) ? (
    <NothingFound heading="h3" text="Таких строк нет. Выберите другой вид, состояние или период." />
  ) : (
    <EmptyList
      heading="h3"
      title="Строк пока нет"
      text={'Здесь появятся начисления с обменов ваших клиентов и выводы. Отправьте кому-нибудь ссылку.'}
    />
  );
}
