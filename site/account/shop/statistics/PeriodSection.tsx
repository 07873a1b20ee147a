import { Suspense } from 'react';
import type { LoadedStatistics } from '#core/account/shop/createShopStatistics.ts';
import { toStatisticsQuery, type StatisticsView } from '#core/account/shop/statisticsQuery.ts';
import {
  exportShopStatisticsCall,
  STATISTICS_GROUPS,
  type StatisticsGroup,
} from '#core/contract/account/shop.ts';
import { deviceClock } from '#core/clock.ts';
import { addDays } from '#core/exchange/exchangeDay.ts';
import { lazyComponent } from '../../../elements/lazyComponent.ts';
import { DownloadButton } from '../../list/DownloadButton.tsx';
import { FilterSelect } from '../../list/FilterSelect.tsx';
import type { AddressedPage } from '../../list/useAddressedView.ts';
import { ChartFigure } from './ChartFigure.tsx';
import { GROUP_TITLES } from './statisticsText.ts';

/** Loaded with the chart. */
const PeriodTable = lazyComponent(() => import('./PeriodTable.tsx'), 'PeriodTable');

/** The days of the calendar month that follow `day`. */
function listRestOfMonth(day: string): string[] {
  const rest: string[] = [];
  for (let next = addDays(day, 1); next.slice(0, 7) === day.slice(0, 7); next = addDays(next, 1))
    rest.push(next);
  return rest;
}

/** The chart, and the table of the same rows. */
export function PeriodSection({
  view,
  setView,
  shown,
  loaded: { statistics, group },
}: AddressedPage<StatisticsView> & { shown: StatisticsView; loaded: LoadedStatistics }) {
  return (
    <section className="account-section" aria-labelledby="period-heading">
      <div className="statistics-head">
        <h2 id="period-heading">Динамика</h2>
        <div className="list-filters">
          <FilterSelect
            label="Шаг"
            value={group}
            onChange={chosen => setView({ ...view, group: chosen as StatisticsGroup }, { replace: true })}
          >
            {STATISTICS_GROUPS.map(one => (
              <option key={one} value={one}>
                {GROUP_TITLES[one]}
              </option>
            ))}
          </FilterSelect>
        </div>
        <DownloadButton
          call={exportShopStatisticsCall}
          query={{ ...toStatisticsQuery(shown, deviceClock.now()), group }}
          name="razmen-statistics"
          subject={GROUP_TITLES[group].toLowerCase()}
        />
      </div>
      <ChartFigure
        rows={statistics.rows}
        futureDays={shown.period === 'month' && group === 'day' ? listRestOfMonth(statistics.dateTo) : []}
        group={group}
      />
      <Suspense fallback={<span className="skeleton statistics-table-skeleton" aria-busy="true" />}>
        <PeriodTable rows={statistics.rows} group={group} />
      </Suspense>
    </section>
  );
}
