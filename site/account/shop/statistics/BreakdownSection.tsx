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
import { BarList } from './BarList.tsx';
import { BREAKDOWN_TITLES, formatRowName } from './statisticsText.ts';

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
  if (rows.length === 0) return <p className="section-text">За этот период ничего нет.</p>;
  return (
    <BarList
      rows={rows}
      getName={row => formatRowName(row, by)}
      renderFigures={({ clicks, claims, completed, income }) => (
        <>
          переходы {formatCount(clicks)}, заявки {formatCount(claims)}, оплачено {formatCount(completed)},
          доход {formatUsd(income)}
        </>
      )}
    />
  );
}
