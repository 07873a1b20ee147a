import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import { listOperatorReservesCall, type OperatorReserve } from '#core/contract/operator/reserves.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { ListTable, ListTableSkeleton, type TableDefinition } from '../../account/list/table/ListTable.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { operatorRoutePaths } from '../../routePaths.ts';
import { hasClaims, useWorkQuery } from '../events/useWorkQuery.ts';
import '../../account/list/list.css';
import './reserves.css';

const RESERVE_TABLE: TableDefinition<OperatorReserve, null> = {
  className: 'reserve-table',
  getKey: ({ code }) => code,
  loadingText: 'Загружаем резервы',
  columns: [
    {
      name: 'reserve-name',
      heading: 'Валюта',
      render: ({ code, name, isSmall, min, currency }) => (
        <span data-row="">
          <Link to={operatorRoutePaths.operatorReserve.replace(':code', code)}>{name}</Link>
          {isSmall && (
            <small className="reserve-warning numeric">меньше минимума: {formatMoney(min, currency)}</small>
          )}
        </span>
      ),
    },
    {
      name: 'reserve-amount',
      heading: 'Всего',
      kind: 'amount',
      render: ({ amount, currency }) => formatMoney(amount, currency),
    },
    {
      name: 'reserve-held',
      heading: 'Удержано',
      kind: 'amount',
      render: ({ held, currency }) => formatMoney(held, currency),
    },
    {
      name: 'reserve-free',
      heading: 'Свободно',
      kind: 'amount',
      render: ({ free, currency }) => <b>{formatMoney(free, currency)}</b>,
    },
  ],
};

/** The query of all reserves, which change with claims. */
export const useReserves = () =>
  useWorkQuery((api, options) => sendCall(api, listOperatorReservesCall, options), {
    isShown: hasClaims,
  });

/** Page /operator/reserves: the reserves of all currencies. */
export function ReservesPage() {
  const query = useReserves();
  return (
    <>
      <div className="account-heading">
        <h1>Резервы</h1>
      </div>
      <QueryContent query={query} skeleton={<ListTableSkeleton table={RESERVE_TABLE} />}>
        {({ data }) => (
          <>
            <RefreshFailure query={query} subject="Список" />
            <ListTable
              table={RESERVE_TABLE}
              rows={data.results}
              context={null}
              caption="Резервы"
              isOutdated={false}
            />
          </>
        )}
      </QueryContent>
    </>
  );
}
