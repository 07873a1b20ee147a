const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' });
const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });

/** Formats an ISO 8601 time in the device's time zone: «21 ноября, 12:42». */
export function formatDateTime(instant: string): string {
  const at = Date.parse(instant);
  return `${dayFormat.format(at).replace(' ', '\u00a0')}, ${timeFormat.format(at)}`;
}

/** Formats until when something can be done, seen at `now` (milliseconds): «13:02», on another day «27 ноября, 13:02». */
export const formatDeadline = (instant: string, now: number): string =>
  new Date(instant).toDateString() === new Date(now).toDateString()
    ? formatTimeOfDay(instant)
    : formatDateTime(instant);

/** Formats the time of day only: «13:02». */
export function formatTimeOfDay(instant: string): string {
  return timeFormat.format(Date.parse(instant));
}
