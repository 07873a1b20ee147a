const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' });
const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });

/** Formats an ISO 8601 time in the device's time zone: «21 ноября, 12:42». */
export function formatDateTime(instant: string): string {
  const at = Date.parse(instant);
  return `${dayFormat.format(at).replace(' ', '\u00a0')}, ${timeFormat.format(at)}`;
}

/** Formats the time of day only: «13:02». */
export function formatTimeOfDay(instant: string): string {
  return timeFormat.format(Date.parse(instant));
}
