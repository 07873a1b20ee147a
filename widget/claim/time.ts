const NBSP = '\u00a0';

/** Seconds as a clock: 1122 → «18:42», from an hour on «1:02:03». */
export function clock(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** A number with its word in the form that Russian wants: plural(2, ['минута', 'минуты', 'минут']). */
export function plural(n: number, [one, few, many]: readonly [string, string, string]): string {
  const tens = n % 100;
  const ones = n % 10;
  const form = tens > 10 && tens < 20 ? many : ones === 1 ? one : ones > 1 && ones < 5 ? few : many;
  return `${n}${NBSP}${form}`;
}

/** Seconds in words for a screen reader: «18 минут 42 секунды». */
export function spoken(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [
    ...(minutes > 0 ? [plural(minutes, ['минута', 'минуты', 'минут'])] : []),
    plural(seconds % 60, ['секунда', 'секунды', 'секунд']),
  ];
  return parts.join(' ');
}

const hours = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });
const days = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** A moment (ISO 8601) in this device's zone: «12:51», with the day when `now` is another one. */
export function moment(at: string, now?: string): string {
  const [then, today] = [new Date(at), now === undefined ? null : new Date(now)];
  return then.toDateString() === today?.toDateString() ? hours.format(then) : days.format(then);
}

/** How long from one moment to another (ISO 8601), in whole minutes: «14 минут». */
export function took(from: string, to: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));
  const rest = plural(minutes % 60, ['минута', 'минуты', 'минут']);
  if (minutes < 60) return rest;
  const whole = plural(Math.floor(minutes / 60), ['час', 'часа', 'часов']);
  return minutes % 60 === 0 ? whole : `${whole} ${rest}`;
}
