import type { StatisticsGroup } from '../contract/account/shop.ts';
import { formatSearch } from '../account/listQuery.ts';
import { parseStatisticsDates, type StatisticsDates } from '../account/shop/statisticsQuery.ts';
import { addDays, countDays, toExchangeDay } from '../exchange/exchangeDay.ts';

/** Periods that end today, days. */
export const TURNOVER_DAYS = [7, 30, 90] as const;

/** The period of the turnover: a number of days up to today, or dates. */
export interface TurnoverView {
  period: (typeof TURNOVER_DAYS)[number] | StatisticsDates;
}

/** Longest periods with a step of a day and of a week. */
const MAX_DAYS_BY_DAY = 92;
const MAX_DAYS_BY_WEEK = 366;

/** Parses the query of the page's URL; 30 days without a period that the server accepts. */
export const parseTurnoverView = (query: URLSearchParams): TurnoverView => ({
  period: parseStatisticsDates(query) ?? TURNOVER_DAYS.find(days => String(days) === query.get('days')) ?? 30,
});

/** Formats the view as the query of the page's URL, with `?`; "" for 30 days. */
export const formatTurnoverSearch = ({ period }: TurnoverView): string =>
  formatSearch(
    typeof period === 'object'
      ? { date_from: period.dateFrom, date_to: period.dateTo }
      : { days: period === 30 ? undefined : String(period) },
  );

/** The days of a view at `now` (milliseconds). */
export function getTurnoverDates({ period }: TurnoverView, now: number): StatisticsDates {
  if (typeof period === 'object') return period;
  const dateTo = toExchangeDay(now);
  return { dateFrom: addDays(dateTo, 1 - period), dateTo };
}

/** The step that gives a readable number of columns. */
export function getTurnoverGroup({ dateFrom, dateTo }: StatisticsDates): StatisticsGroup {
  const days = countDays(dateFrom, dateTo);
  if (days <= MAX_DAYS_BY_DAY) return 'day';
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month';
}

/** The view as the server's query. */
export function toTurnoverQuery(view: TurnoverView, now: number) {
  const dates = getTurnoverDates(view, now);
  return { date_from: dates.dateFrom, date_to: dates.dateTo, group: getTurnoverGroup(dates) };
}
