import { Link } from 'react-router';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { historyFilters } from '#core/account/shop/historyFilters.ts';
import { formatShortReason } from '#core/contract/account/ledgerLabels.ts';
import type { ShopHistoryClaim } from '#core/contract/account/shop.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatCreatedAt } from '../../list/claimText.ts';
import { getStatusLabel, getStatusTone, isExchange } from '../../../claim/claimStatusText.ts';
import type { ListColumn, TableDefinition } from '../../list/table/ListTable.tsx';
import { PairNames } from '../../list/PairNames.tsx';
import './history.css';

/** All claims of a code, or of its mark. */
const formatSourceSearch = (code: string, sub: string) =>
  historyFilters.format({ ...historyFilters.parse(new URLSearchParams()), code, sub });

/** The columns of the history. `now` is this device's time, milliseconds. */
const COLUMNS: readonly ListColumn<ShopHistoryClaim, number>[] = [
  {
    name: 'history-number',
    heading: 'Заявка',
    render: ({ number, at }, now) => (
      <>
        <span className="numeric">№ {number}</span>
        <small className="numeric">
          <time dateTime={at}>{formatCreatedAt(at, now)}</time>
        </small>
      </>
    ),
  },
  {
    name: 'history-pair',
    heading: 'Отдают и получают',
    kind: 'pair',
    render: ({ from, to, fromSumma, toSumma }) => (
      <PairNames from={from} to={to}>
        {formatMoney(fromSumma, from.currency)} на {formatMoney(toSumma, to.currency)}
      </PairNames>
    ),
  },
  {
    name: 'history-source',
    heading: 'Откуда',
    render: ({ code, sub, host }) => (
      <>
        <Link to={{ search: formatSourceSearch(code, sub) }} preventScrollReset>
          {sub === '' ? code : `${code}.${sub}`}
        </Link>
        <small>{host}</small>
      </>
    ),
  },
  {
    name: 'history-status',
    heading: 'Статус',
    render: ({ status }) => (
      <span className="status" data-tone={getStatusTone(status)}>
        {getStatusLabel(status)}
      </span>
    ),
  },
  {
    name: 'history-income',
    heading: 'Доход',
    kind: 'amount',
    render: ({ income, reason }) =>
      reason !== null ? (
        <span className="history-reason">{formatShortReason(reason)}</span>
      ) : income === null ? (
        <span className="separator">нет</span>
      ) : (
        <b>{formatUsd(income)}</b>
      ),
  },
];

/** The table of the history. */
export const HISTORY_TABLE: TableDefinition<ShopHistoryClaim, number> = {
  className: 'history-table',
  columns: COLUMNS,
  getKey: ({ number }) => number,
  loadingText: 'Загружаем заявки',
  isExchange: ({ status }) => isExchange(status),
};
