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
