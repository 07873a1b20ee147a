import { expect } from 'vitest';
import * as v from 'valibot';
import { AccountRequisite, AccountRequisites } from '#core/contract/account/savedRequisite.ts';
import { TEST_CARD_NUMBER } from '../../../support/claimClient.ts';
import type { AccountBrowser } from './accountBrowser.ts';

/** Where saved requisites are. */
export const REQUISITES_PATH = '/api/v1/users/me/requisites/';

/** An address for USDTTRC20. */
export const WALLET_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** A card of Sberbank, as POST has it. */
export const CARD = {
  currency: 'SBERRUB',
  values: { card: TEST_CARD_NUMBER, fio: 'Иванов Иван' },
  label: 'Зарплатная',
};

/** A wallet, as POST has it. */
export const WALLET = { currency: 'USDTTRC20', values: { account: WALLET_ADDRESS } };

/** Calls of a logged-in browser about its saved requisites. */
export function createRequisiteClient(browser: AccountBrowser) {
  const call = (path: string, method: string, body?: unknown) =>
    browser.send(REQUISITES_PATH + path, { method, body });
  const parse = async (response: Response, status: number) => {
    const text = await response.text();
    expect([response.status, text]).toEqual([status, expect.anything()]);
    return v.parse(AccountRequisite, JSON.parse(text));
  };
  return {
    call,
    async add(body: object = CARD): Promise<AccountRequisite> {
      return parse(await call('', 'POST', body), 201);
    },
    async list(query = ''): Promise<AccountRequisite[]> {
      const response = await call(query, 'GET');
      expect(response.status).toBe(200);
      return v.parse(AccountRequisites, await response.json()).results;
    },
    remove: (id: string) => call(`${id}/`, 'DELETE'),
    restore: (id: string) => call(`${id}/restore/`, 'POST'),
  };
}
