import {
  MAX_STATISTICS_DAYS,
  STATISTICS_BREAKDOWNS,
  STATISTICS_GROUPS,
  type StatisticsBreakdown,
  type StatisticsGroup,
} from '../../contract/account/shop.ts';
import { addDays, countDays, parseDay, toExchangeDay } from '../../exchange/exchangeDay.ts';
import { formatSearch } from '../listQuery.ts';

/** Periods that end today. `month` is the calendar month. */
export const STATISTICS_PERIODS = ['week', 'month', 'year'] as const;
export type StatisticsPeriod = (typeof STATISTICS_PERIODS)[number];

/** The days of the statistics, YYYY-MM-DD, both included. */
export interface StatisticsDates {
  dateFrom: string;
  dateTo: string;
}

/** A view of the statistics: a period or dates, the step `group` (null: automatic), and one breakdown. */
export interface StatisticsView {
  period: StatisticsPeriod | StatisticsDates;
  group: StatisticsGroup | null;
  by: StatisticsBreakdown;
}

/** Longest periods with a step of a day and of a week. */
const MAX_DAYS_BY_DAY = 62;
const MAX_DAYS_BY_WEEK = 366;

const pick = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find(value => value === text) ?? null;

/** Parses the dates of the page's URL; null without dates that the server accepts. */
export function parseStatisticsDates(query: URLSearchParams): StatisticsDates | null {
  const [dateFrom, dateTo] = [parseDay(query.get('date_from')), parseDay(query.get('date_to'))];
  if (dateFrom === null || dateTo === null || dateFrom > dateTo) return null;
  return countDays(dateFrom, dateTo) > MAX_STATISTICS_DAYS
    ? { dateFrom: addDays(dateTo, 1 - MAX_STATISTICS_DAYS), dateTo }
    : { dateFrom, dateTo };
}

/** Parses the query of the page's URL. Ignores parameters that the server would refuse. */
export function parseStatisticsView(query: URLSearchParams): StatisticsView {
  return {
    period: parseStatisticsDates(query) ?? pick(STATISTICS_PERIODS, query.get('period')) ?? 'month',
    group: pick(STATISTICS_GROUPS, query.get('group')),
    by: pick(STATISTICS_BREAKDOWNS, query.get('by')) ?? 'link',
  };
}

/** Formats the view as the query of the page's URL, with `?`; "" for this month. */
export function formatStatisticsSearch({ period, group, by }: StatisticsView): string {
  return formatSearch({
    ...(typeof period === 'object'
      ? { date_from: period.dateFrom, date_to: period.dateTo }
      : period !== 'month' && { period }),
    ...(group && { group }),
    ...(by !== 'link' && { by }),
  });
}

/** The first day of the month that is `months` before the month of `day`. */
const startOfMonth = (day: string, months = 0): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
};

/** The days of a period at `now` (milliseconds). */
export function getStatisticsDates(period: StatisticsView['period'], now: number): StatisticsDates {
  if (typeof period === 'object') return period;
  const dateTo = toExchangeDay(now);
  if (period === 'week') return { dateFrom: addDays(dateTo, -6), dateTo };
  return { dateFrom: startOfMonth(dateTo, period === 'year' ? 11 : 0), dateTo };
}

/** The chosen step, else the one that gives a readable number of columns. */
export function getStatisticsGroup({ period, group }: StatisticsView, now: number): StatisticsGroup {
  if (group) return group;
  if (period === 'year') return 'month';
  const { dateFrom, dateTo } = getStatisticsDates(period, now);
  const days = countDays(dateFrom, dateTo);
  if (days <= MAX_DAYS_BY_DAY) return 'day';
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month';
}

/** The days of a view as the server's query. */
export function toStatisticsQuery(view: StatisticsView, now: number) {
  const { dateFrom, dateTo } = getStatisticsDates(view.period, now);
  return { date_from: dateFrom, date_to: dateTo };
}
