import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Big } from 'big.js';
import * as v from 'valibot';
import { expect } from 'vitest';
import type { Pair } from '#core/contract/course/pair.ts';
import { ExportedRates, type ExportedRate } from '#core/contract/rates.ts';
import type { TestServer } from '../../support/testServer.ts';

/** Fetches /rates.json. Fails if it has fields outside the contract. */
export async function fetchJsonRates(testServer: TestServer): Promise<ExportedRate[]> {
  const response = await testServer.get('/rates.json');
  expect(response.status).toBe(200);
  return v.parse(
    v.strictObject({ rates: v.array(v.strictObject(ExportedRates.entries.rates.item.entries)) }),
    await response.json(),
  ).rates;
}

/** Fetches the items of /rates.xml with each value as text. */
export async function fetchXmlRates(testServer: TestServer): Promise<Record<string, string>[]> {
  const text = await (await testServer.get('/rates.xml')).text();
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({ parseTagValue: false, isArray: name => name === 'item' });
  const { rates } = parser.parse(text) as { rates: '' | { item: Record<string, string>[] } };
  return rates === '' ? [] : rates.item;
}

/** Finds the item of a pair by its codes. */
export const findRate = (rates: readonly ExportedRate[], from: string, to: string) =>
  rates.find(rate => rate.from === from && rate.to === to);

/** Saves a setting and applies it immediately. */
export async function saveSetting(testServer: TestServer, name: string, value: unknown) {
  const text = JSON.stringify(value);
  await testServer.context.db
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
  await testServer.context.catalogue.reload();
}

/** Rounds an amount to this many decimals. */
const roundAmount = (amount: Big, decimals: number, up: boolean) =>
  amount.round(decimals, up ? Big.roundUp : Big.roundDown);

/** Calculates a pair's limits independently of core: with big.js from the response of the pair request. */
export function calculateExpectedLimits({ course, structure }: Pair) {
  const { from, to } = structure;
  const [courseValue, sendMinimum, receiveMinimum] = [Big(course), Big(from.min ?? 0), Big(to.min ?? 0)];
  Big.DP = 40;
  const sendForReceiveMinimum = roundAmount(receiveMinimum.div(courseValue), from.roundCalculator, true);
  const min = sendMinimum.gt(sendForReceiveMinimum) ? sendMinimum : sendForReceiveMinimum;
  // The receive side's own minimum is shown as it is if it applies.
  const receiveMin = sendForReceiveMinimum.gte(sendMinimum)
    ? receiveMinimum
    : roundAmount(min.times(courseValue), to.roundCalculator, true);
  const maxes = [
    ...(from.max === null ? [] : [Big(from.max)]),
    ...(to.max === null ? [] : [roundAmount(Big(to.max).div(courseValue), from.roundCalculator, false)]),
  ];
  const max = maxes.length === 0 ? null : maxes.reduce((a, b) => (a.lt(b) ? a : b));
  return {
    frommin: min.toFixed(from.roundCalculator),
    frommax: max?.toFixed(from.roundCalculator),
    tomin: receiveMin.toFixed(to.roundCalculator),
    tomax:
      max === null
        ? undefined
        : roundAmount(max.times(courseValue), to.roundCalculator, false).toFixed(to.roundCalculator),
  };
}
