/** A part of a time that is left: `value` in figures, `unit` in a word that fits it. */
export interface Part {
  value: string;
  unit: string;
}

/** «1 день», «2 дня», «5 дней». */
function word(count: number, [one, few, many]: readonly [string, string, string]): string {
  const rule = new Intl.PluralRules('ru').select(count);
  return rule === 'one' ? one : rule === 'few' ? few : many;
}

const UNITS = [
  { ms: 86_400_000, words: ['день', 'дня', 'дней'] },
  { ms: 3_600_000, words: ['час', 'часа', 'часов'] },
  { ms: 60_000, words: ['минута', 'минуты', 'минут'] },
  { ms: 1000, words: ['секунда', 'секунды', 'секунд'] },
] as const;

/** `ms` milliseconds as days, hours, minutes and seconds, whole ones; nothing below zero. Days only when there are some. */
export function left(ms: number): Part[] {
  let rest = Math.max(0, ms);
  const parts = UNITS.map(({ ms: size, words }, index) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return { value: index === 0 ? String(count) : String(count).padStart(2, '0'), unit: word(count, words) };
  });
  return parts[0]?.value === '0' ? parts.slice(1) : parts;
}
