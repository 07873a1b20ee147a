import type { ClaimFilters } from '#core/account/claims/claimListQuery.ts';

type Dates = Pick<ClaimFilters, 'dateFrom' | 'dateTo'>;

const DAY_MS = 86_400_000;

/** The exchange's days are those of Moscow, three hours ahead of UTC. */
const MOSCOW_OFFSET_MS = 3 * 3_600_000;

/** Periods up to today, in days. */
export const PERIOD_DAYS = [7, 30, 365] as const;

const toDay = (ms: number) => new Date(ms + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);

/** The dates of the last `days` days, today included. */
export function getPeriod(days: number, now: number): Dates {
  return { dateFrom: toDay(now - (days - 1) * DAY_MS), dateTo: null };
}

/** Which period the dates are: a number of days, all time, or other dates. */
export function findPeriod({ dateFrom, dateTo }: Dates, now: number): number | 'all' | 'dates' {
  if (dateFrom === null && dateTo === null) return 'all';
  const days = PERIOD_DAYS.find(count => getPeriod(count, now).dateFrom === dateFrom);
  return dateTo === null && days !== undefined ? days : 'dates';
}
