import * as v from 'valibot';
import { expect } from 'vitest';
import { PaymentSystemIds, Reserves } from '#core/contract/calculator.ts';
import { Pair, Course } from '#core/contract/course/pair.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';
import type { TestServer } from '../../support/testServer.ts';

/** Path of the calculator API. */
export const CALCULATOR_PATH = '/api/v1/calculator';

/** Creates a calculator client of one server. It parses each response with the contract's schema. */
export function createCalculatorClient(testServer: TestServer) {
  async function get<T>(schema: v.GenericSchema<unknown, T>, path: string): Promise<T> {
    const response = await testServer.get(`${CALCULATOR_PATH}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    return v.parse(v.strictObject({ body: schema }), { body: await response.json() }).body as T;
  }
  const currencyId = (code: string) =>
    testServer.context.catalogue.findCurrencyByCode(code)?.id ?? expect.fail(code);
  return {
    get,
    id: currencyId,
    pair: (from: string, to: string, query = '') =>
      get(Pair, `/pair/${currencyId(from)}/${currencyId(to)}/${query}`),
    course: (from: string, to: string, query = '') =>
      get(Course, `/course/${currencyId(from)}/${currencyId(to)}/${query}`),
    fetchToIds: (from: string) => get(PaymentSystemIds, `/from/${currencyId(from)}/`),
    fetchReserve: async (code: string) =>
      (await get(Reserves, '/reserves/')).find(item => item.code === code)?.amount,
    async updateCurrency(code: string, values: Partial<CurrencyRow>) {
      await testServer.context.db.updateTable('currencies').set(values).where('code', '=', code).execute();
      await testServer.context.catalogue.reload();
    },
    async saveSetting(name: string, value: unknown) {
      await testServer.context.db
        .insertInto('settings')
        .values({ name, value: JSON.stringify(value) })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
        .execute();
      await testServer.context.catalogue.reload();
    },
  };
}
