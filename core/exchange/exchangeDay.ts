/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** The first and the last day that a person can name: as a filter, in a feed, on the command line. */
export const FIRST_DAY = '2020-01-01';
export const LAST_DAY = '2100-12-31';

/** The exchange's days are those of Moscow, three hours ahead of UTC all year. */
export const MOSCOW_OFFSET_MS = 3 * 3_600_000;

/** The exchange's day at a time in milliseconds: YYYY-MM-DD. */
export const toExchangeDay = (ms: number): string =>
  new Date(ms + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);

/** The exchange's time at a time in milliseconds, as spreadsheets read it: YYYY-MM-DD HH:MM:SS. */
export const toExchangeTime = (ms: number): string =>
  new Date(ms + MOSCOW_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** The day `days` later, or earlier if negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days a period has, both ends included; 0 or less if it ends before it begins. */
export const countDays = (dateFrom: string, dateTo: string): number =>
  Math.round((Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS) + 1;

/** The days of a period, in their order. */
export const listDays = (dateFrom: string, dateTo: string): string[] =>
  Array.from({ length: Math.max(0, countDays(dateFrom, dateTo)) }, (_, n) => addDays(dateFrom, n));

/** A day's first millisecond and that of the next day; null unless `parseDay` accepts it. */
export function parseDayRange(text: string): { start: number; end: number } | null {
  if (parseDay(text) === null) return null;
  const start = Date.parse(text) - MOSCOW_OFFSET_MS;
  return { start, end: start + DAY_MS };
}

/** Reads a day from `FIRST_DAY` to `LAST_DAY`; null for any other text, and for a day that does not exist: 2026-02-30. */
export function parseDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return null;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}

/** Reads an instant of one of these days, milliseconds; null for any other text. */
export function parseInstant(text: string): number | null {
  const ms = Date.parse(text);
  const dayMs = ms + MOSCOW_OFFSET_MS;
  return dayMs >= Date.parse(FIRST_DAY) && dayMs < Date.parse(LAST_DAY) + DAY_MS ? ms : null;
}
