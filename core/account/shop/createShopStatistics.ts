import type { ApiClient, CallOptions } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import {
  getShopStatisticsCall,
  MAX_STATISTICS_DAYS,
  type ShopStatistics,
  type StatisticsGroup,
  type StatisticsRow,
} from '../../contract/account/shop.ts';
import { addDays } from '../../exchange/exchangeDay.ts';
import { createServerQuery, LIST_POLLING, type ServerQuery } from '../../serverQuery.ts';
import { hasFigures, isWithoutFigures } from './statisticsNumbers.ts';
import {
  formatStatisticsSearch,
  getStatisticsDates,
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
  /** A longer period with figures, if the view has none; null if there is no such period. */
  longer: StatisticsView['period'] | null;
}

/** Creates the statistics, not loaded yet. `api` sends the access token. */
export function createShopStatistics(api: ApiClient): ServerQuery<LoadedStatistics, StatisticsView> {
  const findLonger = createLongerPeriodSearch(api);
  return createServerQuery(
    api.clock,
    async (options, view) => {
      const now = api.clock.now();
      const query = toStatisticsQuery(view, now);
      const group = getStatisticsGroup(view, now);
      const [statistics, { rows }] = await Promise.all([
        sendCall(api, getShopStatisticsCall, { ...options, query: { ...query, group } }),
        sendCall(api, getShopStatisticsCall, { ...options, query: { ...query, by: view.by } }),
      ]);
      const longer = isWithoutFigures(statistics)
        ? await findLonger(getStatisticsDates(view.period, now).dateFrom, now, options)
        : null;
      return { statistics, group, breakdown: rows, longer };
    },
    { formatView: formatStatisticsSearch, polling: LIST_POLLING },
  );
}

/** Lifetime of a cached longer period, so that not every poll searches for it. */
const LONGER_PERIOD_LIFETIME_MS = 10 * 60_000;

/** Returns `findLongerPeriod` with a cache of its last result. */
function createLongerPeriodSearch(api: ApiClient) {
  let last: { from: string; expiresAt: number; longer: StatisticsView['period'] | null } | null = null;
  return async (from: string, now: number, options: CallOptions) => {
    if (last?.from !== from || now >= last.expiresAt) {
      const longer = await findLongerPeriod(api, from, now, options);
      last = { from, expiresAt: now + LONGER_PERIOD_LIFETIME_MS, longer };
    }
    return last.longer;
  };
}

/** The year if it begins earlier and has figures, else the days since the first figures; null without figures. */
async function findLongerPeriod(
  api: ApiClient,
  shownFrom: string,
  now: number,
  options: CallOptions,
): Promise<StatisticsView['period'] | null> {
  const { dateFrom: yearFrom, dateTo } = getStatisticsDates('year', now);
  const earliest = addDays(dateTo, 1 - MAX_STATISTICS_DAYS);
  const query = { date_from: earliest, date_to: dateTo, group: 'month' };
  const { rows } = await sendCall(api, getShopStatisticsCall, { ...options, query });
  const counted = rows.filter(hasFigures);
  const [first] = counted;
  if (!first) return null;
  if (yearFrom < shownFrom && counted.some(({ key }) => key >= yearFrom)) return 'year';
  return { dateFrom: first.key < earliest ? earliest : first.key, dateTo };
}
