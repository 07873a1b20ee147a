import { Link } from 'react-router';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import type { LoadedStatistics } from '#core/account/shop/createShopStatistics.ts';
import { formatCount } from '#core/account/shop/statisticsNumbers.ts';
import {
  formatStatisticsSearch,
  toStatisticsQuery,
  type StatisticsView,
} from '#core/account/shop/statisticsQuery.ts';
import {
  exportShopStatisticsCall,
  STATISTICS_BREAKDOWNS,
  type StatisticsBreakdown,
  type StatisticsRow,
} from '#core/contract/account/shop.ts';
import { deviceClock } from '#core/clock.ts';
import { DownloadButton } from '../../list/DownloadButton.tsx';
import type { AddressedPage } from '../../list/useAddressedView.ts';
import { BREAKDOWN_TITLES, formatRowName, formatTurnover } from './statisticsText.ts';
import { Bar } from './VisitorPath.tsx';

/** Maximum number of shown rows; the file has all. */
const MAX_SHOWN_ROWS = 20;

/** The figures by link, sub, pair or host, the largest turnover first. */
export function BreakdownSection({
  view,
  shown,
  loaded: { breakdown },
}: AddressedPage<StatisticsView> & { shown: StatisticsView; loaded: LoadedStatistics }) {
  return (
    <section className="account-section" aria-labelledby="breakdown-heading">
      <div className="statistics-head">
        <h2 id="breakdown-heading">Откуда</h2>
        <DownloadButton
          call={exportShopStatisticsCall}
          query={{ ...toStatisticsQuery(shown, deviceClock.now()), by: shown.by }}
          name={`razmen-${shown.by}`}
          subject={BREAKDOWN_TITLES[shown.by].toLowerCase()}
        />
      </div>
      <nav className="tabs" aria-label="Разрез">
        {STATISTICS_BREAKDOWNS.map(by => (
          <Link
            key={by}
            to={{ search: formatStatisticsSearch({ ...view, by }) }}
            preventScrollReset
            replace
            aria-current={by === view.by ? 'true' : undefined}
          >
            {BREAKDOWN_TITLES[by]}
          </Link>
        ))}
      </nav>
      <BreakdownList rows={breakdown} by={shown.by} />
    </section>
  );
}

function BreakdownList({ rows, by }: { rows: readonly StatisticsRow[]; by: StatisticsBreakdown }) {
  if (rows.length === 0) return <p className="section-text">За&nbsp;этот период ничего нет.</p>;
  const most = Math.max(...rows.map(({ turnover }) => Number(turnover)));
  return (
    <>
      <ul className="bar-list breakdown">
        {rows.slice(0, MAX_SHOWN_ROWS).map(row => (
          <li key={row.key}>
            <span className="bar-name">{formatRowName(row, by)}</span>
            <b className="numeric">{formatTurnover(row.turnover)}</b>
            <small className="numeric">
              переходы {formatCount(row.clicks)}, заявки {formatCount(row.claims)}, оплачено{' '}
              {formatCount(row.completed)}, доход {formatUsd(row.income)}
            </small>
            <Bar share={most === 0 ? 0 : Number(row.turnover) / most} />
          </li>
        ))}
      </ul>
      {rows.length > MAX_SHOWN_ROWS && (
        <p className="form-hint">
          Показаны {MAX_SHOWN_ROWS} из&nbsp;{formatCount(rows.length)}. Все строки есть в&nbsp;CSV.
        </p>
      )}
    </>
  );
}
