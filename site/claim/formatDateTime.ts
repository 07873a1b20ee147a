import { createTimeFormat, formatTimeOfDay } from '#core/timeFormat.ts';

const formatDay = createTimeFormat({ day: 'numeric', month: 'long' });

/** Formats an ISO 8601 time in the device's time zone: «21 ноября, 12:42». */
export function formatDateTime(instant: string): string {
  return `${formatDay(instant)}, ${formatTimeOfDay(instant)}`;
}

/** Formats until when something can be done, seen at `now` (milliseconds): «13:02», on another day «27 ноября, 13:02». */
export const formatDeadline = (instant: string, now: number): string =>
  new Date(instant).toDateString() === new Date(now).toDateString()
    ? formatTimeOfDay(instant)
    : formatDateTime(instant);
