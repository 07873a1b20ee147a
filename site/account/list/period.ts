import { DAY_MS, toExchangeDay } from '#core/exchange/exchangeDay.ts';

/** First and last day, YYYY-MM-DD, both included; null is open. */
export interface Dates {
  dateFrom: string | null;
  dateTo: string | null;
}

/** Periods up to today, in days. */
export const PERIOD_DAYS = [7, 30, 365] as const;

/** The dates of the last `days` days, today included. */
export function getPeriod(days: number, now: number): Dates {
  return { dateFrom: toExchangeDay(now - (days - 1) * DAY_MS), dateTo: null };
}

/** Which period the dates are: a number of days, all time, or other dates. */
export function findPeriod({ dateFrom, dateTo }: Dates, now: number): number | 'all' | 'dates' {
  if (dateFrom === null && dateTo === null) return 'all';
  const days = PERIOD_DAYS.find(count => getPeriod(count, now).dateFrom === dateFrom);
  return dateTo === null && days !== undefined ? days : 'dates';
}
