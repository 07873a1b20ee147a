/**
 * A sum of money as a bigint of its smallest units: 1250.5 with 2 decimals is 125050n. Nothing here touches a float.
 */
export type Units = bigint;

/** Where a digit too many goes: what is received is rounded down, what must cover something up. */
export type Direction = 'down' | 'up';

const NBSP = '\u00a0';

/** 10ⁿ as a bigint. */
export function power(n: number): bigint {
  return 10n ** BigInt(n);
}

/** The quotient of two non-negative bigints, rounded in the direction named. */
export function divide(numerator: bigint, denominator: bigint, direction: Direction): bigint {
  const quotient = numerator / denominator;
  return direction === 'up' && quotient * denominator < numerator ? quotient + 1n : quotient;
}

/**
 * Decimal text ("1234.5") → units of `decimals` places; digits beyond them are rounded in the direction named.
 * Throws RangeError on anything that is not a non-negative decimal: such text must not pass the boundary.
 */
export function fromText(text: string, decimals: number, direction: Direction = 'down'): Units {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${JSON.stringify(text.slice(0, 40))}`);
  const fraction = match[2] ?? '';
  const digits = BigInt(match[1] + fraction);
  return fraction.length <= decimals
    ? digits * power(decimals - fraction.length)
    : divide(digits, power(fraction.length - decimals), direction);
}

/** Units → decimal text for the wire, all decimals written: 125050n with 2 is "1250.50". */
export function toText(units: Units, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Decimal text without the zeros that say nothing: "81.4200" → "81.42", "50.00" → "50". */
export function trim(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Decimal text as people here read it: "1234.5" → "1 234,5", thousands by U+00A0, decimals by comma. */
export function show(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, NBSP);
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

/** Units as people here read them, all decimals: 125050n with 2 → "1 250,50". */
export function showUnits(units: Units, decimals: number): string {
  return show(toText(units, decimals));
}

/**
 * What a person typed, read: decimal `text`, and whether it could have meant something else ("1.234"), in which case
 * the form shows how it was read. `code` is of messages.ts.
 */
export type Reading =
  { ok: true; text: string; ambiguous: boolean } | { ok: false; code: 'empty' | 'number_format' };

const bad: Reading = { ok: false, code: 'number_format' };

/** Longest text taken for a sum: 24 digits and their spaces; more is no sum of money. */
const MAX_TYPED = 40;

/**
 * Reads a sum typed or pasted in any of the ways people write one: comma or dot, any spaces inside. One separator is
 * decimal ("1.234" is 1.234, and ambiguous); of two different ones the last is decimal ("1.234,56"); one that repeats
 * groups thousands ("1.234.567", ambiguous). Nothing is ever cut: what cannot be read is refused.
 */
export function read(typed: string): Reading {
  const text = typed.replace(/\s/gu, '');
  if (text === '') return { ok: false, code: 'empty' };
  if (text.length > MAX_TYPED || !/^[\d.,]+$/.test(text) || !/\d/.test(text)) return bad;
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last === -1) return readable(text, '', false);
  const mark = text[last] ?? '';
  const repeated = text.indexOf(mark) !== last;
  const mixed = text.includes(mark === '.' ? ',' : '.');
  if (repeated) return mixed || !grouped(text, mark) ? bad : readable(text.replaceAll(mark, ''), '', true);
  const whole = text.slice(0, last);
  const fraction = text.slice(last + 1);
  if (mixed) {
    const group = mark === '.' ? ',' : '.';
    return grouped(whole, group) ? readable(whole.replaceAll(group, ''), fraction, false) : bad;
  }
  return readable(whole, fraction, /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3);
}

function grouped(text: string, mark: string): boolean {
  const [first = '', ...rest] = text.split(mark);
  return first.length >= 1 && first.length <= 3 && rest.every(part => part.length === 3);
}

function readable(whole: string, fraction: string, ambiguous: boolean): Reading {
  const integer = whole.replace(/^0+(?=\d)/, '') || '0';
  return { ok: true, text: fraction === '' ? integer : `${integer}.${fraction}`, ambiguous };
}
