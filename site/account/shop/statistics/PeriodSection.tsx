import { lazy, Suspense, useCallback } from 'react';
import type { ShopStatisticsQuery } from '#core/account/shop/shopQueries.ts';
import type { DownloadOptions } from '#core/api/download.ts';
import type { LoadedStatistics } from '#core/account/shop/createShopStatistics.ts';
import { toStatisticsQuery, type StatisticsView } from '#core/account/shop/statisticsQuery.ts';
import { STATISTICS_GROUPS, type StatisticsGroup } from '#core/contract/account/shop.ts';
import { importWithRetry } from '#core/importWithRetry.ts';
import { deviceClock } from '#core/clock.ts';
import { useAccount } from '../../accountContext.ts';
import { DownloadButton, importForDownload } from '../../list/DownloadButton.tsx';
import { FilterSelect } from '../../list/FilterSelect.tsx';
import type { AddressedPage } from '../../list/useAddressedView.ts';
import { ChartFigure } from './ChartFigure.tsx';
import { GROUP_TITLES } from './statisticsText.ts';

/** Loaded with the chart. */
const PeriodTable = lazy(async () => {
  const { PeriodTable } = await importWithRetry(() => import('./PeriodTable.tsx'));
  return { default: PeriodTable };
});

/** Saves statistics as CSV. */
export function useStatisticsDownload() {
  const { api } = useAccount();
  return useCallback(
    async (query: ShopStatisticsQuery, options: DownloadOptions) => {
      const { downloadShopStatistics } = await importForDownload(
        () => import('#core/api/account/shopExport.ts'),
      );
      return downloadShopStatistics(api, undefined, query, options);
    },
    [api],
  );
}

/** The chart, and the table of the same rows. */
export function PeriodSection({
  view,
  setView,
  shown,
  loaded: { statistics, group },
}: AddressedPage<StatisticsView> & { shown: StatisticsView; loaded: LoadedStatistics }) {
  const loadFile = useStatisticsDownload();
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
          query={{ ...toStatisticsQuery(shown, deviceClock.now()), group }}
          loadFile={loadFile}
          name="razmen-statistics"
          subject={GROUP_TITLES[group].toLowerCase()}
        />
      </div>
      <ChartFigure view={shown} statistics={statistics} group={group} />
      <Suspense fallback={<span className="skeleton statistics-table-skeleton" aria-busy="true" />}>
        <PeriodTable rows={statistics.rows} group={group} />
      </Suspense>
    </section>
  );
}
