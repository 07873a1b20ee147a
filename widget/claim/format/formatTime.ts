import { pluralize } from '#core/pluralize.ts';
import { createTimeFormat, formatTimeOfDay } from '#core/timeFormat.ts';

/** Formats seconds as a clock: 1122 → «18:42»; from one hour «1:02:03». */
export function formatCountdown(seconds: number): string {
  const padTwo = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutesAndSeconds = `${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`;
  return hours > 0 ? `${hours}:${minutesAndSeconds}` : minutesAndSeconds;
}

/** Formats seconds in words for screen readers: «18 минут 42 секунды», from one hour «23 часа 59 минут». */
export function formatSpokenDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const parts = [
    ...(hours > 0 ? [pluralize(hours, ['час', 'часа', 'часов'])] : []),
    ...(minutes > 0 ? [pluralize(minutes, ['минута', 'минуты', 'минут'])] : []),
    ...(hours > 0 ? [] : [pluralize(seconds % 60, ['секунда', 'секунды', 'секунд'])]),
  ];
  return parts.join(' ');
}

const formatDateTime = createTimeFormat({
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * Formats a time, ISO 8601 or milliseconds, in the device's time zone: «12:51», with the
 * date if `now` is missing or on another day.
 */
export function formatMoment(at: string | number, now?: string | number): string {
  const [then, today] = [new Date(at), now === undefined ? null : new Date(now)];
  return then.toDateString() === today?.toDateString() ? formatTimeOfDay(at) : formatDateTime(at);
}

/** Formats the duration between two ISO 8601 times in whole minutes: «14 минут». */
export function formatElapsedTime(from: string, to: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));
  const minutesText = pluralize(minutes % 60, ['минута', 'минуты', 'минут']);
  if (minutes < 60) return minutesText;
  const hoursText = pluralize(Math.floor(minutes / 60), ['час', 'часа', 'часов']);
  return minutes % 60 === 0 ? hoursText : `${hoursText} ${minutesText}`;
}
