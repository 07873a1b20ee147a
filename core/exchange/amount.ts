/** An amount of money in its smallest units: 1250.5 with 2 decimals is 125050n. No floating point is used. */
export type Units = bigint;

/** The rounding of surplus digits: receive amounts down, amounts that must cover another one up. */
export type RoundingMode = 'down' | 'up';

const NBSP = '\u00a0';

/** 10ⁿ as a bigint. */
export function powerOfTen(n: number): bigint {
  return 10n ** BigInt(n);
}

/** Divides two non-negative bigints, rounded in the given direction. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: RoundingMode): bigint {
  const quotient = numerator / denominator;
  return rounding === 'up' && quotient * denominator < numerator ? quotient + 1n : quotient;
}

/**
 * Converts decimal text ("1234.5") to units with `decimals` places, rounded in the given direction.
 * Throws RangeError if the text is not a non-negative decimal.
 */
export function decimalToUnits(text: string, decimals: number, rounding: RoundingMode = 'down'): Units {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${JSON.stringify(text.slice(0, 40))}`);
  const fraction = match[2] ?? '';
  const digits = BigInt(match[1] + fraction);
  return fraction.length <= decimals
    ? digits * powerOfTen(decimals - fraction.length)
    : divideRounded(digits, powerOfTen(fraction.length - decimals), rounding);
}

/** Converts units to decimal text for the API, with all decimals: 125050n with 2 is "1250.50". */
export function unitsToDecimal(units: Units, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Removes trailing zeros of the fraction: "81.4200" → "81.42", "50.00" → "50". */
export function trimTrailingZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Formats decimal text in Russian: "1234.5" → "1 234,5", with U+00A0 between thousands. */
export function localizeDecimal(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, NBSP);
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

/** Formats units in Russian with all decimals: 125050n with 2 → "1 250,50". */
export function formatUnits(units: Units, decimals: number): string {
  return localizeDecimal(unitsToDecimal(units, decimals));
}

/** Units as shown in a field: all decimals of money («101 775,00»), significant ones of coins («0,0005»). */
export function formatFieldAmount(units: Units, decimals: number): string {
  const text = unitsToDecimal(units, decimals);
  return localizeDecimal(decimals > 2 ? trimTrailingZeros(text) : text);
}

/** Units as shown in a sentence, without trailing zeros of whole or coin amounts: «50», «17,28», «0,0005». */
export function formatCompactAmount(units: Units, decimals: number): string {
  const text = unitsToDecimal(units, decimals);
  return localizeDecimal(decimals > 2 || /\.0+$/.test(text) ? trimTrailingZeros(text) : text);
}

/**
 * A parsed amount: decimal `text`, and whether the input could also mean another number ("1.234"). The form
 * then shows the parsed value. `code` is a code of messages.ts.
 */
export type ParsedAmount =
  { ok: true; text: string; isAmbiguous: boolean } | { ok: false; code: 'empty' | 'number_format' };

const INVALID_NUMBER: ParsedAmount = { ok: false, code: 'number_format' };

/** Longest text that is parsed: 24 digits and their spaces. */
const MAX_AMOUNT_LENGTH = 40;

/**
 * Parses a typed or pasted amount with a comma or a dot, and any spaces. A single separator is the decimal one ("1.234"
 * is 1.234, ambiguous). Of two different separators the last is the decimal one ("1.234,56"). A repeated separator
 * groups thousands ("1.234.567", ambiguous). Other text is refused, never truncated.
 */
export function parseAmount(typed: string): ParsedAmount {
  const text = typed.replace(/\s/gu, '');
  if (text === '') return { ok: false, code: 'empty' };
  if (text.length > MAX_AMOUNT_LENGTH || !/^[\d.,]+$/.test(text) || !/\d/.test(text)) return INVALID_NUMBER;
  const lastSeparatorIndex = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (lastSeparatorIndex === -1) return toParsedAmount(text, '', false);
  const separator = text[lastSeparatorIndex] ?? '';
  const isRepeated = text.indexOf(separator) !== lastSeparatorIndex;
  const hasBothSeparators = text.includes(separator === '.' ? ',' : '.');
  if (isRepeated)
    return hasBothSeparators || !isGroupedByThousands(text, separator)
      ? INVALID_NUMBER
      : toParsedAmount(text.replaceAll(separator, ''), '', true);
  const whole = text.slice(0, lastSeparatorIndex);
  const fraction = text.slice(lastSeparatorIndex + 1);
  if (hasBothSeparators) {
    const groupSeparator = separator === '.' ? ',' : '.';
    return isGroupedByThousands(whole, groupSeparator)
      ? toParsedAmount(whole.replaceAll(groupSeparator, ''), fraction, false)
      : INVALID_NUMBER;
  }
  return toParsedAmount(whole, fraction, /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3);
}

function isGroupedByThousands(text: string, separator: string): boolean {
  const [first = '', ...rest] = text.split(separator);
  return first.length >= 1 && first.length <= 3 && rest.every(part => part.length === 3);
}

function toParsedAmount(whole: string, fraction: string, isAmbiguous: boolean): ParsedAmount {
  const integer = whole.replace(/^0+(?=\d)/, '') || '0';
  return { ok: true, text: fraction === '' ? integer : `${integer}.${fraction}`, isAmbiguous };
}
