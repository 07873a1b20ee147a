import { selectPluralForm } from '#core/pluralize.ts';

/** A part of a time that is left: `value` in figures, `unit` in a word that fits it. */
export interface TimeLeftPart {
  value: string;
  unit: string;
}

const TIME_UNITS = [
  { ms: 86_400_000, words: ['день', 'дня', 'дней'] },
  { ms: 3_600_000, words: ['час', 'часа', 'часов'] },
  { ms: 60_000, words: ['минута', 'минуты', 'минут'] },
  { ms: 1000, words: ['секунда', 'секунды', 'секунд'] },
] as const;

/** `ms` milliseconds as days, hours, minutes and seconds, whole ones; nothing below zero. Days only when there are some. */
export function splitTimeLeft(ms: number): TimeLeftPart[] {
  let remainingMs = Math.max(0, ms);
  const parts = TIME_UNITS.map(({ ms: unitMs, words }, index) => {
    const count = Math.floor(remainingMs / unitMs);
    remainingMs -= count * unitMs;
    return {
      value: index === 0 ? String(count) : String(count).padStart(2, '0'),
      unit: selectPluralForm(count, words),
    };
  });
  return parts[0]?.value === '0' ? parts.slice(1) : parts;
}
