import { fetchShopStatistics } from '../../api/account/shop.ts';
import type { ApiClient } from '../../api/client.ts';
import type { ShopStatistics, StatisticsGroup, StatisticsRow } from '../../contract/account/shop.ts';
import { createPolledView, type PolledViewModel } from '../createPolledView.ts';
import {
  formatStatisticsSearch,
  getStatisticsGroup,
  toStatisticsQuery,
  type StatisticsView,
} from './statisticsQuery.ts';

/** The figures of a view: by period in `statistics.rows`, by link, sub, pair or host in `breakdown`. */
export interface LoadedStatistics {
  statistics: ShopStatistics;
  /** The step of the rows. */
  group: StatisticsGroup;
  breakdown: readonly StatisticsRow[];
}

/** The statistics of a shop, kept up to date while visible. */
export type ShopStatisticsModel = PolledViewModel<StatisticsView, LoadedStatistics>;

/** Creates the statistics, not loaded yet. `api` sends the access token. */
export function createShopStatistics(api: ApiClient, { visible = true } = {}): ShopStatisticsModel {
  return createPolledView({
    clock: api.clock,
    visible,
    formatView: formatStatisticsSearch,
    async fetchView(view, options) {
      const now = api.clock.now();
      const query = toStatisticsQuery(view, now);
      const group = getStatisticsGroup(view, now);
      const [statistics, { rows }] = await Promise.all([
        fetchShopStatistics(api, { ...query, group }, options),
        fetchShopStatistics(api, { ...query, by: view.by }, options),
      ]);
      return { statistics, group, breakdown: rows };
    },
  });
}
