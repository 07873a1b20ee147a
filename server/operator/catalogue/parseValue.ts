import { trimTrailingZeros, type Units } from '#core/exchange/amount.ts';
import { MAX_DISCOUNT_PERCENT } from '../../rates/discount.ts';
import { isGreaterFraction, parsePercent } from '../../rates/fraction.ts';
import { parseAmountArgument } from '../parseAmountArgument.ts';

/** A parsed argument, or why it is invalid, in one sentence. */
export type ParsedValue<T> = { ok: true; value: T } | { ok: false; problem: string };

/** The argument that removes a value. */
export const NO_VALUE = 'none';

const MAX_SENTENCE_LENGTH = 200;

/** Parses a positive amount. */
export function parseAmount(text: string, decimals: number): ParsedValue<Units> {
  const value = parseAmountArgument(text, decimals);
  return value
    ? { ok: true, value }
    : fail(`“${text}” is not a positive amount with at most ${decimals} decimals`);
}

/** Parses percent with at most 6 decimals, from 0 to below 100: "0.60" becomes "0.6". */
export function parsePercentArgument(text: string): ParsedValue<string> {
  return /^\d{1,2}(\.\d{1,6})?$/.test(text)
    ? { ok: true, value: trimTrailingZeros(text) }
    : fail(`“${text}” is not percent from 0 to below 100 with at most 6 decimals: 0.6`);
}

/** Parses a discount: percent up to the largest discount that is given. */
export function parseDiscountArgument(text: string): ParsedValue<string> {
  const parsed = parsePercentArgument(text);
  return parsed.ok && isGreaterFraction(parsePercent(parsed.value), parsePercent(MAX_DISCOUNT_PERCENT))
    ? fail(`No discount is above ${MAX_DISCOUNT_PERCENT} %: “${text}” would not be given`)
    : parsed;
}

/** Parses a sentence for visitors: one line of text. */
export function parseSentence(text: string): ParsedValue<string> {
  const value = text.trim();
  if (value === '' || value.length > MAX_SENTENCE_LENGTH || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
    return fail(`A text for visitors is one line of 1 to ${MAX_SENTENCE_LENGTH} characters`);
  return { ok: true, value };
}

/** Parses words separated by commas. */
export function parseWords(text: string): ParsedValue<string[]> {
  const words = text.split(',').map(word => word.trim());
  return words.every(word => parseSentence(word).ok)
    ? { ok: true, value: words }
    : fail('A word is empty or too long');
}

/** Parses a value that “none” removes. */
export function parseOptional<T>(
  text: string,
  parse: (text: string) => ParsedValue<T>,
): ParsedValue<T | null> {
  return text === NO_VALUE ? { ok: true, value: null } : parse(text);
}

function fail(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}
