import * as v from 'valibot';
import { expect } from 'vitest';
import * as contract from '#core/contract/calculator.ts';
import type { CurrencyRow } from '#server/database/schema.ts';
import type { World } from './world.ts';

/** Where the calculator's calls are. */
export const root = '/api/v1/calculator';

/** Calls of one world, each answer read by the contract's schema. */
export function caller(made: World) {
  async function get<T>(schema: v.GenericSchema<unknown, T>, path: string): Promise<T> {
    const response = await made.get(`${root}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    return v.parse(v.strictObject({ body: schema }), { body: await response.json() }).body as T;
  }
  const id = (code: string) => made.context.catalogue.byCode(code)?.id ?? expect.fail(code);
  return {
    get,
    id,
    pair: (from: string, to: string, query = '') =>
      get(contract.Pair, `/pair/${id(from)}/${id(to)}/${query}`),
    course: (from: string, to: string, query = '') =>
      get(contract.Course, `/course/${id(from)}/${id(to)}/${query}`),
    toIds: (from: string) => get(contract.Ids, `/from/${id(from)}/`),
    reserve: async (code: string) =>
      (await get(contract.Reserves, '/reserves/')).find(one => one.code === code)?.amount,
    async set(code: string, values: Partial<CurrencyRow>) {
      await made.context.db.updateTable('currencies').set(values).where('code', '=', code).execute();
      await made.context.catalogue.reload();
    },
    async setting(name: string, value: unknown) {
      await made.context.db
        .insertInto('settings')
        .values({ name, value: JSON.stringify(value) })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
        .execute();
      await made.context.catalogue.reload();
    },
  };
}
