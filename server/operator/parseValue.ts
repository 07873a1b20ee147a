import * as v from 'valibot';
import { countFractionDigits, decimalToUnits, trimTrailingZeros, type Units } from '#core/exchange/amount.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { PercentSchema } from '#server/exchange/catalogue/rowValidation.ts';
import { MAX_DISCOUNT_PERCENT } from '#server/exchange/courses/discount.ts';
import { isGreaterFraction, parsePercent } from '#server/exchange/courses/prices/fraction.ts';
import { createFieldProblem, notFoundProblem, type Problem } from '#server/platform/http/problem.ts';
import { refuse, type ValueSource } from './defineCommand.ts';

/** The argument that removes a value. */
export const NO_VALUE = 'none';

const MAX_SENTENCE_LENGTH = 200;

/** Creates the parser of one of several words: `status`. */
export const oneOf =
  <const Word extends string>(name: string, words: readonly Word[]) =>
  (text: string): Word =>
    words.find(word => word === text) ??
    refuse(
      `Unknown ${name} “${text}”. ${formatPlural(name)}: ${words.join(', ')}.`,
      createValueProblem('option_unknown'),
    );

/** Parses `on` or `off`. */
export const parseSwitch = oneOf('state', ['on', 'off']);

/** Formats the title of a list of words: `status` becomes `Statuses`. */
export const formatPlural = (name: string): string =>
  `${name[0]?.toUpperCase()}${name.slice(1)}${name.endsWith('s') ? 'es' : 's'}`;

/** Finds a currency by its code or an alias, in any case. */
export const parseCurrency = (code: string, { context }: Pick<ValueSource, 'context'>): Currency =>
  context.catalogue.findCurrencyByCode(code) ??
  refuse(code && `There is no currency ${code}. List them: currency.`, notFoundProblem);

/** Parses decimal text to units. Undefined for invalid text, too many decimals, or a value beyond int64. */
export function parseUnits(text: string, decimals: number): Units | undefined {
  if (!/^\d{1,18}(\.\d+)?$/.test(text) || countFractionDigits(text) > decimals) return undefined;
  const amount = decimalToUnits(text, decimals);
  return amount < 2n ** 63n ? amount : undefined;
}

/** The refusal of a value in the API. */
export const createValueProblem = (code: string, field = 'value'): Problem =>
  createFieldProblem({ [field]: { code } });

/** Parses an amount of zero or more. */
export const parseAmount = (text: string, decimals: number, name = 'an amount'): Units =>
  parseUnits(text, decimals) ??
  refuse(
    `“${text}” is not ${name} with at most ${decimals} decimals. Nothing was changed.`,
    createValueProblem('number_format'),
  );

/** Parses a positive amount of `currency`. */
export const parsePositiveAmount = (text: string, decimals: number | bigint, currency: string): Units =>
  parseUnits(text, Number(decimals)) ||
  refuse(
    `“${text}” is not a positive amount of ${currency} with at most ${decimals} decimals.`,
    createValueProblem('amount_positive'),
  );

/** Parses percent with at most 6 decimals, from 0 to below 100: "0.60" becomes "0.6". */
export const parsePercentValue = (text: string): string =>
  v.is(PercentSchema, text)
    ? trimTrailingZeros(text)
    : refuse(
        `“${text}” is not percent from 0 to below 100 with at most 6 decimals: 0.6. Nothing was changed.`,
        createValueProblem('percent_format'),
      );

/** Parses a discount: percent up to the maximum discount. */
export function parseDiscount(text: string): string {
  const percent = parsePercentValue(text);
  return isGreaterFraction(parsePercent(percent), parsePercent(MAX_DISCOUNT_PERCENT))
    ? refuse(
        `No discount is above ${MAX_DISCOUNT_PERCENT} %: “${text}” would not be given. Nothing was changed.`,
        createValueProblem('discount_large'),
      )
    : percent;
}

/** Parses a sentence for other people: one line of text. */
export function parseSentence(
  text: string,
  source?: Pick<ValueSource, 'action' | 'name' | 'isOption'>,
): string {
  const value = text.trim();
  if (value !== '' && value.length <= MAX_SENTENCE_LENGTH && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
    return value;
  const expected = `one line of 1 to ${MAX_SENTENCE_LENGTH} characters`;
  return refuse(
    source?.isOption
      ? `${source.action} requires --${source.name}: ${expected}.`
      : `A text for visitors is ${expected}. Nothing was changed.`,
    createValueProblem('sentence_format', source?.name),
  );
}

/** Parses words separated by commas. */
export const parseWords = (text: string): string[] => text.split(',').map(word => parseSentence(word));

/** Parses a value that “none” removes. */
export const parseOptional = <T>(text: string, parse: (text: string) => T): T | null =>
  text === NO_VALUE ? null : parse(text);
