import { createTimeFormat, formatTimeOfDay } from '#core/timeFormat.ts';

const formatDate = createTimeFormat({ day: 'numeric', month: 'long', year: 'numeric' });
const zoneFormat = new Intl.DateTimeFormat('ru-RU', { timeZoneName: 'short' });

/** Formats the day of an ISO 8601 time in the device's time zone: «21 ноября 2026». */
export const formatFullDay = (instant: string): string => formatDate(instant).replace(/\s*г\.$/, '');

/** Formats an ISO 8601 time in the device's time zone: «21 ноября 2026, 12:42». */
export const formatFullDate = (instant: string): string =>
  `${formatFullDay(instant)}, ${formatTimeOfDay(instant)}`;

/** The device's time zone at an ISO 8601 time: «GMT+3». */
export function formatTimeZone(instant: string): string {
  const parts = zoneFormat.formatToParts(Date.parse(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
