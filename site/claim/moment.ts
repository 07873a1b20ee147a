const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' });
const hour = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });

/** An instant of the wire in this device's zone: «21 ноября, 12:42». */
export function moment(instant: string): string {
  const at = Date.parse(instant);
  return `${day.format(at).replace(' ', '\u00a0')}, ${hour.format(at)}`;
}

/** Only its hour: «13:02». */
export function clock(instant: string): string {
  return hour.format(Date.parse(instant));
}
