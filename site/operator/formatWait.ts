import { pluralize } from '#core/pluralize.ts';

const MINUTE_MS = 60_000;

/** How long something waits: «меньше минуты», «1 минуту», «12 минут», «3 ч 05 мин», «2 дня». `since`: ISO 8601; `now`: milliseconds. */
export function formatWait(since: string, now: number): string {
  const minutes = Math.floor(Math.max(0, now - Date.parse(since)) / MINUTE_MS);
  return minutes < 1 ? 'меньше минуты' : formatMinutes(minutes, 'минуту');
}

/** How old something is, in a narrow space: «12 с», «5 ч». `at`: ISO 8601; `now`: milliseconds. */
export function formatAge(at: string, now: number): string {
  const seconds = Math.floor(Math.max(0, now - Date.parse(at)) / 1_000);
  const units = [
    [86_400, 'дн.'],
    [3_600, 'ч'],
    [60, 'мин'],
  ] as const;
  const [length, name] = units.find(([unit]) => seconds >= unit) ?? [1, 'с'];
  return `${Math.floor(seconds / length)}\u00a0${name}`;
}

/** Formats a time of one minute or more: «12 минут», «3 ч 05 мин», «2 дня». */
export function formatMinutes(minutes: number, one = 'минута'): string {
  if (minutes < 60) return pluralize(minutes, [one, 'минуты', 'минут']);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return pluralize(Math.floor(hours / 24), ['день', 'дня', 'дней']);
  return `${hours} ч ${String(minutes % 60).padStart(2, '0')} мин`;
}
