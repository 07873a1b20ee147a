/** Russian forms of a noun for 1, 2–4 and 5–20: `['минута', 'минуты', 'минут']`. */
export type PluralForms = readonly [one: string, few: string, many: string];

/** The noun form that fits a whole `count`: 21 → the first form, 12 → the third. */
export function selectPluralForm(count: number, [one, few, many]: PluralForms): string {
  const lastTwoDigits = count % 100;
  const lastDigit = count % 10;
  if (lastTwoDigits > 10 && lastTwoDigits < 20) return many;
  if (lastDigit === 1) return one;
  return lastDigit > 1 && lastDigit < 5 ? few : many;
}

/** A whole `count` with its noun, joined by a no-break space: «2 минуты». */
export function pluralize(count: number, forms: PluralForms): string {
  return `${count} ${selectPluralForm(count, forms)}`;
}
