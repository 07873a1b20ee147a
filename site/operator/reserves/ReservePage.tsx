import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { fillPath } from '#core/api/sendCall.ts';
import { defineFilters } from '#core/account/listFilters.ts';
import { listReserveEntriesCall, type ReserveEntry } from '#core/contract/operator/reserves.ts';
import { isNonZero } from '#core/exchange/amount.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { EmptyList } from '../../account/list/EmptyList.tsx';
import { FilteredList, useFilteredList } from '../../account/list/FilteredList.tsx';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { ListTable, ListTableSkeleton, type TableDefinition } from '../../account/list/table/ListTable.tsx';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { operatorRoutePaths } from '../../routePaths.ts';
import { usePageTitle } from '../../shell/layout/pageTitle.ts';
import { ClaimLink } from '../ClaimLink.tsx';
import { useStaff } from '../staffContext.ts';
import { ReserveForm } from './ReserveForm.tsx';
import { useReserves } from './ReservesPage.tsx';

const KIND_TEXTS: Readonly<Record<ReserveEntry['kind'], string>> = {
  seed: 'Начальная сумма',
  hold: 'Удержали под заявку',
  release: 'Освободили',
  payout: 'Выплатили',
  receipt: 'Получили',
  operator: 'Изменил сотрудник',
};

/** «+1 250,00 ₽»; a dash if nothing has changed. */
const formatChange = (amount: string, currency: string): string =>
  isNonZero(amount) ? `${amount.startsWith('-') ? '' : '+'}${formatMoney(amount, currency)}` : '–';

const ENTRY_TABLE: TableDefinition<ReserveEntry, string> = {
  className: 'entry-table',
  getKey: ({ id }) => id,
  loadingText: 'Загружаем движения',
  columns: [
    {
      name: 'entry-kind',
      heading: 'Движение',
      render: ({ kind, at, by, claim }) => (
        <span data-row="">
          {KIND_TEXTS[kind]}
          {claim && (
            <>
              {' '}
              <ClaimLink claim={claim} />
            </>
          )}
          <small className="numeric">
            {formatDateTime(at)}
            {by && `, ${by}`}
          </small>
        </span>
      ),
    },
    {
      name: 'entry-amount',
      heading: 'Всего',
      kind: 'amount',
      render: ({ amountChange, amount }, currency) => (
        <>
          {formatChange(amountChange, currency)}
          <small>стало {formatMoney(amount, currency)}</small>
        </>
      ),
    },
    {
      name: 'entry-held',
      heading: 'Удержано',
      kind: 'amount',
      render: ({ heldChange, held }, currency) => (
        <>
          {formatChange(heldChange, currency)}
          <small>стало {formatMoney(held, currency)}</small>
        </>
      ),
    },
  ],
};

const NO_FILTERS = defineFilters({});

/** Page /operator/reserves/:code: the reserve of a currency with its ledger, and its change. */
export function ReservePage() {
  const { code = '' } = useParams();
  // Another currency is another page: no form of the earlier one stays.
  return <LoadedReserve key={code} code={code} />;
}

function LoadedReserve({ code }: { code: string }) {
  const { rights } = useStaff();
  const query = useReserves();
  const definition = useMemo(
    () => ({
      call: { ...listReserveEntriesCall, path: fillPath(listReserveEntriesCall.path, { code }) },
      filters: NO_FILTERS,
      forms: ['движение', 'движения', 'движений'] as const,
    }),
    [code],
  );
  const list = useFilteredList(definition);
  return (
    <QueryContent
      query={query}
      skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем резерв" />}
    >
      {({ data }) => {
        const reserve = data.results.find(one => one.code === code);
        if (!reserve) return <UnknownReserve />;
        return (
          <>
            <ReserveHeading name={reserve.name} />
            <RefreshFailure query={query} subject="Резерв" />
            <dl className="reserve-figures numeric">
              {(['amount', 'held', 'free'] as const).map(part => (
                <div key={part}>
                  <dt>{{ amount: 'Всего', held: 'Удержано', free: 'Свободно' }[part]}</dt>
                  <dd>{formatMoney(reserve[part], reserve.currency)}</dd>
                </div>
              ))}
            </dl>
            {reserve.isSmall && (
              <p className="reserve-warning numeric">
                Свободно меньше минимума: {formatMoney(reserve.min, reserve.currency)}. Клиенты не могут
                получить эту валюту.
              </p>
            )}
            {rights.includes('reserves') && (
              <ReserveForm
                reserve={reserve}
                onChanged={changed => {
                  query.change(({ results }) => ({
                    results: results.map(one => (one.code === code ? changed : one)),
                  }));
                  list.query.refresh();
                }}
                onStale={() => {
                  query.refresh();
                  list.query.refresh();
                }}
              />
            )}
            <section aria-labelledby="reserve-entries">
              <h2 id="reserve-entries">Движения</h2>
              <FilteredList
                list={list}
                filterForm={null}
                skeleton={<ListTableSkeleton table={ENTRY_TABLE} />}
                unsupported={null}
                renderEmpty={() => (
                  <EmptyList
                    heading="h3"
                    title="Движений пока нет"
                    text="Здесь будет каждое изменение резерва."
                  />
                )}
              >
                {({ data: page, range, isOutdated }) => (
                  <ListTable
                    table={ENTRY_TABLE}
                    rows={page.results}
                    context={reserve.currency}
                    caption={`Движения: ${range}`}
                    isOutdated={isOutdated}
                  />
                )}
              </FilteredList>
            </section>
          </>
        );
      }}
    </QueryContent>
  );
}

function ReserveHeading({ name }: { name: string }) {
  usePageTitle(`Резерв: ${name}`);
  return (
    <div className="account-heading">
      <h1>{name}</h1>
      <Link to={operatorRoutePaths.operatorReserves}>Все резервы</Link>
    </div>
  );
}

function UnknownReserve() {
  return (
    <>
      <h1>Такой валюты нет</h1>
      <p className="section-text">
        Проверьте адрес или <Link to={operatorRoutePaths.operatorReserves}>откройте все резервы</Link>.
      </p>
    </>
  );
}
