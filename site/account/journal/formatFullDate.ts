const dateFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });
const zoneFormat = new Intl.DateTimeFormat('ru-RU', { timeZoneName: 'short' });

/** Formats an ISO 8601 time in the device's time zone: «21 ноября 2026, 12:42». */
export function formatFullDate(instant: string): string {
  const at = Date.parse(instant);
  const date = dateFormat.format(at).replace(/\s*г\.$/, '');
  return `${date.replaceAll(' ', '\u00a0')}, ${timeFormat.format(at)}`;
}

/** The device's time zone at an ISO 8601 time: «GMT+3». */
export function formatTimeZone(instant: string): string {
  const parts = zoneFormat.formatToParts(Date.parse(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
