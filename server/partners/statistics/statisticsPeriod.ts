import * as v from 'valibot';
import {
  MAX_STATISTICS_DAYS,
  STATISTICS_BREAKDOWNS,
  STATISTICS_GROUPS,
  type StatisticsBreakdown,
  type StatisticsGroup,
} from '#core/contract/account/shop.ts';
import { addDays, countDays, listDays, parseDay, toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { parseQuery, type Query } from '#server/platform/lists/listPage.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';

const MONTHS = [
  'Январь',
  'Февраль',
  'Март',
  'Апрель',
  'Май',
  'Июнь',
  'Июль',
  'Август',
  'Сентябрь',
  'Октябрь',
  'Ноябрь',
  'Декабрь',
];

const day = v.pipe(
  v.string(),
  v.check(text => parseDay(text) !== null),
);
const StatisticsQuery = v.object({
  date_from: v.optional(day),
  date_to: v.optional(day),
  group: v.optional(v.picklist(STATISTICS_GROUPS), 'day'),
  by: v.optional(v.picklist(STATISTICS_BREAKDOWNS)),
});

/** Days by Moscow time, both included: 2026-11-01. */
export interface DayRange {
  from: string;
  to: string;
}

/** The period of the statistics, its grouping and its comparison. */
export interface StatisticsPeriod extends DayRange {
  /** The preceding period with the same number of days. */
  previous: DayRange;
  group: StatisticsGroup;
  by: StatisticsBreakdown | null;
}

/** Parses the query of the statistics; the default is this month until today. 400 for the first invalid parameter. */
export function parseStatisticsPeriod(query: Query, now: number): StatisticsPeriod {
  const parsed = parseQuery(StatisticsQuery, query);
  const { date_to: to = toExchangeDay(now), group, by = null } = parsed;
  const { date_from: from = `${to.slice(0, 8)}01` } = parsed;
  const count = countDays(from, to);
  if (count < 1 || count > MAX_STATISTICS_DAYS)
    throw createFieldProblem({ date_from: { code: 'period_invalid', max: MAX_STATISTICS_DAYS } });
  const previous = { from: addDays(from, -count), to: addDays(from, -1) };
  return { from, to, previous, group, by };
}

/** Returns the first day of the period that contains a day. Weeks begin on Monday. */
export function getPeriodStart(text: string, group: StatisticsGroup): string {
  if (group === 'month') return `${text.slice(0, 8)}01`;
  return group === 'day' ? text : addDays(text, -((new Date(text).getUTCDay() + 6) % 7));
}

/** The first days of all periods of a range, in their order. */
export function listPeriodStarts({ from, to }: DayRange, group: StatisticsGroup): string[] {
  return [...new Set(listDays(from, to).map(text => getPeriodStart(text, group)))];
}

/** Formats the display name of a period: «01.11.2026», «02.11.2026 – 08.11.2026», «Ноябрь 2026». */
export function formatPeriod(start: string, group: StatisticsGroup): string {
  if (group === 'month') return `${MONTHS[Number(start.slice(5, 7)) - 1]} ${start.slice(0, 4)}`;
  const first = formatDay(start);
  return group === 'day' ? first : `${first} – ${formatDay(addDays(start, 6))}`;
}

const formatDay = (text: string): string => text.split('-').toReversed().join('.');
