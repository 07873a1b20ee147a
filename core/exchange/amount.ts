/** An amount of money in its smallest units: 1250.5 with 2 decimals is 125050n. No floating point is used. */
export type Units = bigint;

/** The rounding of surplus digits: receive amounts down, amounts that must cover another one up. */
export type RoundingMode = 'down' | 'up';

const NBSP = '\u00a0';

/** Maximum length of decimal text, and of typed text without its spaces. */
export const MAX_DECIMAL_LENGTH = 40;

/** Decimal text, zero or positive: digits, and maybe a dot with digits. */
export const DECIMAL_PATTERN = /^\d+(\.\d+)?$/;

/** Whether decimal text, which may be negative, is not zero. */
export function isNonZero(text: string): boolean {
  return /[1-9]/.test(text);
}

/** Number of digits after the dot of decimal text: "0.250" has 3. */
export function countFractionDigits(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** 10ⁿ as a bigint. */
export function powerOfTen(n: number): bigint {
  return 10n ** BigInt(n);
}

/** Divides by a positive bigint, rounded in the given direction; a negative quotient toward zero in both. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: RoundingMode): bigint {
  const quotient = numerator / denominator;
  return rounding === 'up' && quotient * denominator < numerator ? quotient + 1n : quotient;
}

/**
 * Converts decimal text ("1234.5") to units with `decimals` places, rounded in the given direction.
 * Throws RangeError if the text is not a non-negative decimal.
 */
export function decimalToUnits(text: string, decimals: number, rounding: RoundingMode = 'down'): Units {
  if (!DECIMAL_PATTERN.test(text))
    throw new RangeError(`not a decimal: ${JSON.stringify(text.slice(0, 40))}`);
  const digits = BigInt(text.replace('.', ''));
  const surplus = countFractionDigits(text) - decimals;
  return surplus > 0 ? divideRounded(digits, powerOfTen(surplus), rounding) : digits * powerOfTen(-surplus);
}

/**
 * Converts decimal text to units without rounding. Null if it has non-zero digits beyond `decimals` places. Throws
 * RangeError like `decimalToUnits`.
 */
export function decimalToExactUnits(text: string, decimals: number): Units | null {
  const units = decimalToUnits(text, decimals, 'down');
  return units === decimalToUnits(text, decimals, 'up') ? units : null;
}

/** Converts units to decimal text for the API, with all decimals: 125050n with 2 is "1250.50", -5n is "-0.05". */
export function unitsToDecimal(units: Units, decimals: number): string {
  const digits = units.toString().replace(/\d+/, text => text.padStart(decimals + 1, '0'));
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Removes trailing zeros of the fraction: "81.4200" → "81.42", "50.00" → "50". */
export function trimTrailingZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Converts units to the shortest decimal text: 125050n with 2 is "1250.5". */
export function unitsToShortDecimal(units: Units, decimals: number): string {
  return trimTrailingZeros(unitsToDecimal(units, decimals));
}

/** Formats decimal text in Russian: "-1234.5" → "−1 234,5", with U+00A0 between thousands. */
export function localizeDecimal(text: string): string {
  const [whole = '', fraction] = text.replace('-', '−').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, NBSP);
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

/** Formats units in Russian with all decimals: 125050n with 2 → "1 250,50". */
export function formatUnits(units: Units, decimals: number): string {
  return localizeDecimal(unitsToDecimal(units, decimals));
}

/** Formats decimal text: all decimals of money («101 775,00»), significant ones of more than two («0,0005»). */
export function formatDecimal(text: string): string {
  return localizeDecimal(/\.\d{3}/.test(text) ? trimTrailingZeros(text) : text);
}

/** Units as shown in a field: all decimals of money, significant ones of coins. */
export function formatFieldAmount(units: Units, decimals: number): string {
  return formatDecimal(unitsToDecimal(units, decimals));
}

/** Units as shown in a sentence, without trailing zeros of whole or coin amounts: «50», «17,28», «0,0005». */
export function formatCompactAmount(units: Units, decimals: number): string {
  const text = unitsToDecimal(units, decimals);
  return /\.0+$/.test(text) ? localizeDecimal(trimTrailingZeros(text)) : formatDecimal(text);
}

/**
 * A parsed amount: decimal `text`, and whether the input could also mean another number ("1.234"). The form
 * then shows the parsed value. `code` is a code of messages.ts.
 */
export type ParsedAmount =
  { ok: true; text: string; isAmbiguous: boolean } | { ok: false; code: 'empty' | 'number_format' };

/** Digits with at most one separator, which is the decimal one. */
const PLAIN_NUMBER = /^(\d*)([.,])?(\d*)$/;

/** Thousands grouped by one separator, and maybe decimals after the other. */
const GROUPED_NUMBER = /^(\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/;

/**
 * Parses a typed or pasted amount with a comma or a dot, and any spaces. A single separator is the decimal one ("1.234"
 * is 1.234, ambiguous). Of two different separators the last is the decimal one ("1.234,56"). A repeated separator
 * groups thousands ("1.234.567", ambiguous). Other text is refused, never truncated.
 */
export function parseAmount(typed: string): ParsedAmount {
  const text = typed.replace(/\s/gu, '');
  if (text === '') return { ok: false, code: 'empty' };
  const match =
    text.length <= MAX_DECIMAL_LENGTH && /\d/.test(text)
      ? (PLAIN_NUMBER.exec(text) ?? GROUPED_NUMBER.exec(text))
      : null;
  if (!match) return { ok: false, code: 'number_format' };
  const [, whole = '', , fraction] = match;
  const integer = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0';
  return {
    ok: true,
    text: fraction ? `${integer}.${fraction}` : integer,
    isAmbiguous: fraction === undefined || /^[1-9]\d{0,2}[.,]\d{3}$/.test(text),
  };
}
