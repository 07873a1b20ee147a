import { useSignals } from '@preact/signals-react/runtime';
import { createListQuery, LIST_PAGE_SIZE } from '#core/account/createListQuery.ts';
import {
  formatLedgerSearch,
  isLedgerFiltered,
  parseLedgerView,
  toLedgerQuery,
  type LedgerQuery,
  type LedgerView,
} from '#core/account/referral/ledgerQuery.ts';
import { listLedgerCall } from '#core/contract/account/referral.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { useAccount } from '../accountContext.ts';
import { importForDownload } from '../list/DownloadButton.tsx';
import { EmptyList, NothingFound } from '../list/EmptyList.tsx';
import { ListTools, type ExportList } from '../list/ListTools.tsx';
import { PagedList } from '../list/PagedList.tsx';
import { useAddressedView } from '../list/useAddressedView.ts';
import { LedgerFilterForm } from './LedgerFilterForm.tsx';
import { LedgerRow } from './LedgerRow.tsx';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';

const LINE_FORMS = ['строка', 'строки', 'строк'] as const;

/** The ledger of a partner, with filters that are kept in the URL. */
export function Ledger() {
  useSignals();
  const { api } = useAccount();
  const { view, setView } = useAddressedView(parseLedgerView, formatLedgerSearch);
  const query = useServerQuery(() => createListQuery(api, listLedgerCall, toLedgerQuery), view);
  const state = query.state.value;
  const count = state.phase === 'ready' ? state.data.count : null;
  const isEmpty = state.phase === 'ready' && count === 0 && !isLedgerFiltered(state.view);
  const hasTools = !isEmpty && state.phase !== 'unsupported';
  return (
    <section className="account-section" aria-labelledby="h-ledger">
      <h2 id="h-ledger">История</h2>
      {hasTools && (
        <>
          <LedgerFilterForm view={view} setFilters={filters => setView({ ...view, ...filters, page: 1 })} />
          <ListTools
            count={count}
            forms={LINE_FORMS}
            isFiltered={isLedgerFiltered(view)}
            query={toLedgerQuery(view)}
            exportList={exportLedger}
            name="razmen-partner"
          />
        </>
      )}
      <PagedList
        query={query}
        wanted={view}
        pageSize={LIST_PAGE_SIZE}
        formatView={formatLedgerSearch}
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
      </PagedList>
    </section>
  );
}

const LedgerSkeleton = () => <LoadingSkeleton className="ledger-skeleton" label="Загружаем историю" />;

const exportLedger: ExportList<LedgerQuery> = async (api, query, options) => {
  const { downloadLedger } = await importForDownload(() => import('#core/api/account/ledgerExport.ts'));
  return downloadLedger(api, undefined, query, options);
};

function renderEmpty(view: LedgerView) {
  return isLedgerFiltered(view) ? (
    <NothingFound heading="h3" text="Таких строк нет. Выберите другой вид, состояние или период." />
  ) : (
    <EmptyList
      heading="h3"
      title="Строк пока нет"
      text={
        'Здесь появятся начисления с\u00a0обменов ваших клиентов и\u00a0выводы. Отправьте кому-нибудь ссылку.'
      }
    />
  );
}
