import { useCallback, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import type { DownloadOptions } from '#core/api/download.ts';
import { fetchLedger, type LedgerQuery } from '#core/api/account/referral.ts';
import type { LedgerEntries } from '#core/contract/account/referral.ts';
import { pluralize } from '#core/pluralize.ts';
import { LoadError } from '../../live/LoadError.tsx';
import { useAccount } from '../accountContext.ts';
import { useAccountQuery, type FetchAccountData } from '../accountQuery.ts';
import { DownloadButton, importForDownload } from '../list/DownloadButton.tsx';
import { ListPages } from '../list/ListPages.tsx';
import { LedgerFilterForm } from './LedgerFilterForm.tsx';
import { LedgerRow } from './LedgerRow.tsx';
import { RefreshNote } from './RefreshNote.tsx';
import {
  formatLedgerSearch,
  isLedgerFiltered,
  LEDGER_PAGE_SIZE,
  parseLedgerView,
  toLedgerQuery,
  type LedgerView,
} from './ledgerView.ts';
import '../list/list.css';

const LINE_FORMS = ['строка', 'строки', 'строк'] as const;

/** The ledger of a partner, with filters that are kept in the address. */
export function Ledger() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = parseLedgerView(search);
  const setFilters = (filters: Partial<LedgerView>) =>
    void navigate(
      { search: formatLedgerSearch({ ...view, ...filters, page: 1 }) },
      { preventScrollReset: true },
    );
  return (
    <section className="account-section" aria-labelledby="h-ledger">
      <h2 id="h-ledger">История</h2>
      <LedgerFilterForm view={view} setFilters={setFilters} />
      {/* Another view starts anew. */}
      <LedgerPage key={formatLedgerSearch(view)} view={view} />
    </section>
  );
}

function LedgerPage({ view }: { view: LedgerView }) {
  useSignals();
  const [fetchPage] = useState(
    (): FetchAccountData<LedgerEntries> => (api, options) => fetchLedger(api, toLedgerQuery(view), options),
  );
  const query = useAccountQuery(fetchPage);
  const state = query.state.value;
  if (state.phase === 'loading')
    return <span className="skeleton ledger-skeleton" aria-label="Загружаем историю" aria-busy="true" />;
  if (state.phase === 'failed') return <LoadError code={state.code} role="alert" onRetry={query.refresh} />;
  if (state.data === null) return <p className="section-text">История недоступна.</p>;
  const { count, results } = state.data;
  const first = (view.page - 1) * LEDGER_PAGE_SIZE + 1;
  const pageCount = Math.max(1, Math.ceil(count / LEDGER_PAGE_SIZE));
  return (
    <>
      <div className="list-tools">
        <p className="meta numeric" role="status">
          {pluralize(count, LINE_FORMS)}
        </p>
        {isLedgerFiltered(view) && (
          <Link className="button quiet" to={{ search: '' }} preventScrollReset>
            Сбросить
          </Link>
        )}
        {count > 0 && <LedgerDownload view={view} />}
      </div>
      <RefreshNote {...state} onRetry={query.refresh} />
      {results.length === 0 ? (
        <EmptyLedger view={view} />
      ) : (
        <ul className="ledger-list" aria-label="Строки истории">
          {results.map(entry => (
            <LedgerRow key={entry.id} entry={entry} now={state.loadedAt} />
          ))}
        </ul>
      )}
      {pageCount > 1 && (
        <ListPages
          current={view.page}
          pageCount={pageCount}
          target={{ formatSearch: page => formatLedgerSearch({ ...view, page }) }}
          range={`${first}–${first + results.length - 1} из\u00a0${count}`}
        />
      )}
    </>
  );
}

/** Saves all lines of the view as CSV. */
function LedgerDownload({ view }: { view: LedgerView }) {
  const { api } = useAccount();
  const loadFile = useCallback(
    async (query: LedgerQuery, options: DownloadOptions) => {
      const { downloadLedger } = await importForDownload(() => import('#core/api/account/ledgerExport.ts'));
      return downloadLedger(api, undefined, query, options);
    },
    [api],
  );
  return <DownloadButton query={toLedgerQuery(view)} loadFile={loadFile} name="razmen-partner" />;
}

function EmptyLedger({ view }: { view: LedgerView }) {
  return (
    <p className="ledger-empty">
      {isLedgerFiltered(view) || view.page > 1
        ? 'Таких строк нет. Выберите другой вид, состояние или период.'
        : 'Здесь появятся начисления с\u00a0обменов ваших клиентов и\u00a0выводы. Отправьте кому-нибудь ссылку.'}
    </p>
  );
}
