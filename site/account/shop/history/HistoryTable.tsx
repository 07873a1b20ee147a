import { Link } from 'react-router';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { historyFilters } from '#core/account/shop/historyFilters.ts';
import { formatShortReason } from '#core/contract/account/ledgerLabels.ts';
import type { ShopHistoryClaim } from '#core/contract/account/shop.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatCreatedAt } from '../../list/claimText.ts';
import { getStatusLabel, getStatusTone, isExchange } from '../../../claim/claimStatusText.ts';
import { PairNames, PairSkeleton } from '../../list/PairNames.tsx';
import '../../list/listTable.css';
import './history.css';

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5];

/** All claims of a code, or of its mark. */
const formatSourceSearch = (code: string, sub: string) =>
  historyFilters.format({ ...historyFilters.parse(new URLSearchParams()), code, sub });

/** The claims as a table, on phones two lines each. `now` is this device's time, milliseconds. */
export function HistoryTable({
  claims,
  caption,
  isOutdated,
  now,
}: {
  claims: readonly ShopHistoryClaim[];
  caption: string;
  /** Whether another list is loading. */
  isOutdated: boolean;
  now: number;
}) {
  return (
    <table className="list-table history-table" aria-busy={isOutdated}>
      <caption className="visually-hidden">{caption}</caption>
      <HistoryTableHead />
      <tbody>
        {claims.map(claim => (
          <HistoryRow key={claim.number} claim={claim} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function HistoryTableHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Заявка</th>
        <th scope="col">Отдают и&nbsp;получают</th>
        <th scope="col">Откуда</th>
        <th scope="col">Статус</th>
        <th scope="col" className="amount">
          Доход
        </th>
      </tr>
    </thead>
  );
}

function HistoryRow({ claim, now }: { claim: ShopHistoryClaim; now: number }) {
  const { number, status, from, to, fromSumma, toSumma, income, reason, code, sub, host, at } = claim;
  return (
    <tr data-exchange={isExchange(status)}>
      <th scope="row" className="history-number">
        <span className="numeric">№&nbsp;{number}</span>
        <small className="numeric">
          <time dateTime={at}>{formatCreatedAt(at, now)}</time>
        </small>
      </th>
      <td className="history-pair">
        <PairNames from={from} to={to}>
          {formatMoney(fromSumma, from.currency)} на&nbsp;{formatMoney(toSumma, to.currency)}
        </PairNames>
      </td>
      <td className="history-source">
        <Link to={{ search: formatSourceSearch(code, sub) }} preventScrollReset>
          {sub === '' ? code : `${code}.${sub}`}
        </Link>
        <small>{host}</small>
      </td>
      <td className="history-status">
        <span className="status" data-tone={getStatusTone(status)}>
          {getStatusLabel(status)}
        </span>
      </td>
      <td className="history-income amount numeric">
        {reason !== null ? (
          <span className="history-reason">{formatShortReason(reason)}</span>
        ) : income === null ? (
          <span className="separator">нет</span>
        ) : (
          <b>{formatUsd(income)}</b>
        )}
      </td>
    </tr>
  );
}

/** The table while the first list loads, of the same sizes. */
export function HistorySkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Загружаем заявки
      </p>
      <table className="list-table history-table" aria-hidden="true">
        <HistoryTableHead />
        <tbody>
          {SKELETON_ROWS.map(row => (
            <tr key={row}>
              <th scope="row" className="history-number">
                <span className="skeleton text" />
              </th>
              <td className="history-pair">
                <PairSkeleton />
              </td>
              <td className="history-source">
                <span className="skeleton text" />
              </td>
              <td className="history-status">
                <span className="skeleton text" />
              </td>
              <td className="history-income amount">
                <span className="skeleton amount" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
