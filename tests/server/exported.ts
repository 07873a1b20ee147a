import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Big } from 'big.js';
import * as v from 'valibot';
import { expect } from 'vitest';
import * as contract from '#core/contract/calculator.ts';
import { Rates, type Rate } from '#core/contract/rates.ts';
import type { World } from './world.ts';

/** What /rates.json holds, with nothing beside what the contract says. */
export async function json(made: World): Promise<Rate[]> {
  const answer = await made.get('/rates.json');
  expect(answer.status).toBe(200);
  return v.parse(
    v.strictObject({ rates: v.array(v.strictObject(Rates.entries.rates.item.entries)) }),
    await answer.json(),
  ).rates;
}

/** Items of the XML, every value as it is written. */
export async function xml(made: World): Promise<Record<string, string>[]> {
  const text = await (await made.get('/rates.xml')).text();
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({ parseTagValue: false, isArray: name => name === 'item' });
  const { rates } = parser.parse(text) as { rates: '' | { item: Record<string, string>[] } };
  return rates === '' ? [] : rates.item;
}

/** The item of a pair, by codes. */
export const find = (rates: readonly Rate[], from: string, to: string) =>
  rates.find(rate => rate.from === from && rate.to === to);

/** Changes a setting, seen at once. */
export async function change(made: World, name: string, value: unknown) {
  const text = JSON.stringify(value);
  await made.context.db
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
  await made.context.catalogue.reload();
}

/** A sum of that many decimals. */
const rounded = (sum: Big, decimals: number, up: boolean) =>
  sum.round(decimals, up ? Big.roundUp : Big.roundDown);

/** The limits of a pair counted another way than core does: with big.js from the pair call's own words. */
export function limits({ course, structure }: contract.Pair) {
  const { from, to } = structure;
  const [out, own, other] = [Big(course), Big(from.min ?? 0), Big(to.min ?? 0)];
  Big.DP = 40;
  const bought = rounded(other.div(out), from.roundCalculator, true);
  const min = own.gt(bought) ? own : bought;
  const maxes = [
    ...(from.max === null ? [] : [Big(from.max)]),
    ...(to.max === null ? [] : [rounded(Big(to.max).div(out), from.roundCalculator, false)]),
  ];
  const max = maxes.length === 0 ? null : maxes.reduce((a, b) => (a.lt(b) ? a : b));
  return {
    frommin: min.toFixed(from.roundCalculator),
    frommax: max?.toFixed(from.roundCalculator),
    tomin: rounded(min.times(out), to.roundCalculator, true).toFixed(to.roundCalculator),
    tomax:
      max === null
        ? undefined
        : rounded(max.times(out), to.roundCalculator, false).toFixed(to.roundCalculator),
  };
}
