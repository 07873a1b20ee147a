/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** The exchange's days are those of Moscow, three hours ahead of UTC all year. */
const MOSCOW_OFFSET_MS = 3 * 3_600_000;

/** The exchange's day at a time in milliseconds: YYYY-MM-DD. */
export const toExchangeDay = (ms: number): string =>
  new Date(ms + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);

/** The day `days` later, or earlier if negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days a period has, both ends included. */
export const countDays = (dateFrom: string, dateTo: string): number =>
  Math.round((Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS) + 1;

/** A day's first millisecond and that of the next day; null unless the day exists. */
export function parseDayRange(text: string): { start: number; end: number } | null {
  if (parseDay(text) === null) return null;
  const start = Date.parse(text) - MOSCOW_OFFSET_MS;
  return { start, end: start + DAY_MS };
}

/** Reads a day; null unless it exists: 2026-02-30 does not. */
export function parseDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}
