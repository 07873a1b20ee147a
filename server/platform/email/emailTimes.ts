const timeFormat = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  hour: '2-digit',
  minute: '2-digit',
});
const dateFormat = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: 'numeric',
  month: 'long',
});

/** Formats a deadline, ISO 8601: « до 15:30 по Москве 21 ноября» with a leading space; empty without one. */
export function formatUntil(deadline: string | null): string {
  return deadline === null ? '' : ` до ${formatMoment(new Date(deadline))}`;
}

/** Formats a time: «15:30 по Москве 21 ноября». */
export function formatMoment(at: Date): string {
  return `${timeFormat.format(at)} по Москве ${dateFormat.format(at)}`;
}
