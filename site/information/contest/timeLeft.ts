import { selectPluralForm } from '#core/pluralize.ts';

/** One part of a remaining time: digits, and the Russian unit in the matching plural form. */
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

/** Splits milliseconds into whole days, hours, minutes and seconds. Omits zero days; negative values count as zero. */
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
