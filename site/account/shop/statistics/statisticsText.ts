import { addDays, countDays } from '#core/exchange/exchangeDay.ts';
import { cutDecimals } from '#core/exchange/cutDecimals.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import type { StatisticsDates, StatisticsView } from '#core/account/shop/statisticsQuery.ts';
import type { StatisticsBreakdown, StatisticsGroup, StatisticsRow } from '#core/contract/account/shop.ts';
import { createTimeFormat } from '#core/timeFormat.ts';

const formatMonth = createTimeFormat({ month: 'long', timeZone: 'UTC' });
const formatShortMonth = createTimeFormat({ month: 'short', timeZone: 'UTC' });

const getYear = (day: string) => day.slice(0, 4);

/** Formats a day: «21 ноября». */
export const formatDay = createTimeFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Formats days: «9–31 октября», «25 сентября – 17 октября», with years if they differ. */
export function formatDayRange({ dateFrom, dateTo }: StatisticsDates): string {
  if (dateFrom === dateTo) return formatDay(dateFrom);
  if (dateFrom.slice(0, 7) === dateTo.slice(0, 7)) return `${Number(dateFrom.slice(8))}–${formatDay(dateTo)}`;
  const withYear = (day: string) =>
    getYear(dateFrom) === getYear(dateTo) ? formatDay(day) : `${formatDay(day)} ${getYear(day)}`;
  return `${withYear(dateFrom)} – ${withYear(dateTo)}`;
}

/** The period of the figures, after «за»: «ноябрь», «7 дней». */
export function describePeriod({ period }: StatisticsView, dates: StatisticsDates): string {
  if (period === 'week') return '7 дней';
  if (period === 'month') return formatMonth(dates.dateFrom);
  return period === 'year' ? '12 месяцев' : formatDayRange(dates);
}

/** The days that the figures are compared with: the same number of days before. */
export function getPreviousDates({ dateFrom, dateTo }: StatisticsDates): StatisticsDates {
  return { dateFrom: addDays(dateFrom, -countDays(dateFrom, dateTo)), dateTo: addDays(dateFrom, -1) };
}

/** The step of the rows in a heading. */
export const GROUP_TITLES: Record<StatisticsGroup, string> = {
  day: 'По дням',
  week: 'По неделям',
  month: 'По месяцам',
};

/** A row of a period: «21 ноября», «16–22 ноября», «ноябрь 2026». */
export function formatRowPeriod(key: string, group: StatisticsGroup): string {
  if (group === 'day') return formatDay(key);
  if (group === 'week') return formatDayRange({ dateFrom: key, dateTo: addDays(key, 6) });
  return `${formatMonth(key)} ${getYear(key)}`;
}

/** Several rows from the first to the last: «14–19 ноября», «январь 2026 – март 2026». */
export function formatPeriods(first: string, last: string, group: StatisticsGroup): string {
  if (group === 'month') return `${formatRowPeriod(first, group)} – ${formatRowPeriod(last, group)}`;
  return formatDayRange({ dateFrom: first, dateTo: group === 'week' ? addDays(last, 6) : last });
}

/** The row under its column: «21», «16.11», «нояб». */
export function formatTick(key: string, group: StatisticsGroup): string {
  if (group === 'month') return formatShortMonth(key).replace('.', '');
  return group === 'day' ? String(Number(key.slice(8))) : `${key.slice(8)}.${key.slice(5, 7)}`;
}

/** The breakdowns as choices. */
export const BREAKDOWN_TITLES: Record<StatisticsBreakdown, string> = {
  link: 'Коды',
  sub: 'Метки',
  pair: 'Направления',
  host: 'Сайты',
};

const UNKNOWN_TEXTS: Record<StatisticsBreakdown, string> = {
  link: 'Без кода',
  sub: 'Без метки',
  pair: 'Без направления',
  host: 'Сайт не определён',
};

/** Name of a row of a breakdown. */
export const formatRowName = ({ key, label }: StatisticsRow, by: StatisticsBreakdown): string =>
  key === '' ? UNKNOWN_TEXTS[by] : label || key;

/** Formats a turnover, decimal text in USD, to cents: «1 250,50 $». */
export const formatTurnover = (text: string): string => formatUsd(cutDecimals(text, 2));
