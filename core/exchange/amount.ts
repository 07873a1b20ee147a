/**
 * A sum of money as a bigint of its smallest units: 1250.5 with 2 decimals is 125050n. Nothing here touches a float.
 */
export type Units = bigint;

/** Where a digit too many goes: what is received is rounded down, what must cover something up. */
export type RoundingMode = 'down' | 'up';

const NBSP = '\u00a0';

/** 10ⁿ as a bigint. */
export function powerOfTen(n: number): bigint {
  return 10n ** BigInt(n);
}

/** The quotient of two non-negative bigints, rounded in the direction named. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: RoundingMode): bigint {
  const quotient = numerator / denominator;
  return rounding === 'up' && quotient * denominator < numerator ? quotient + 1n : quotient;
}

/**
 * Decimal text ("1234.5") → units of `decimals` places; digits beyond them are rounded in the direction named.
 * Throws RangeError on anything that is not a non-negative decimal: such text must not pass the boundary.
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

/** Units → decimal text for the wire, all decimals written: 125050n with 2 is "1250.50". */
export function unitsToDecimal(units: Units, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Decimal text without the zeros that say nothing: "81.4200" → "81.42", "50.00" → "50". */
export function trimTrailingZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Decimal text as people here read it: "1234.5" → "1 234,5", thousands by U+00A0, decimals by comma. */
export function localizeDecimal(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, NBSP);
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

/** Units as people here read them, all decimals: 125050n with 2 → "1 250,50". */
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
 * What a person typed, read: decimal `text`, and whether it could have meant something else ("1.234"), in which case
 * the form shows how it was read. `code` is of messages.ts.
 */
export type ParsedAmount =
  { ok: true; text: string; isAmbiguous: boolean } | { ok: false; code: 'empty' | 'number_format' };

const INVALID_NUMBER: ParsedAmount = { ok: false, code: 'number_format' };

/** Longest text taken for a sum: 24 digits and their spaces; more is no sum of money. */
const MAX_AMOUNT_LENGTH = 40;

/**
 * Reads a sum typed or pasted in any of the ways people write one: comma or dot, any spaces inside. One separator is
 * decimal ("1.234" is 1.234, and ambiguous); of two different ones the last is decimal ("1.234,56"); one that repeats
 * groups thousands ("1.234.567", ambiguous). Nothing is ever cut: what cannot be read is refused.
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
