import { expect, type Page } from '@playwright/test';
import { ACCOUNT_PASSWORD, type AccountExchange } from '../../auth/support/accountExchange.ts';

/** An account whose owner is logged in with a page. */
export interface OpenedAccount {
  email: string;
  /** Sends a request as the account. */
  send: (path: string, body?: object, headers?: Record<string, string>) => Promise<Response>;
  /** Sends DELETE as the account. */
  remove: (path: string) => Promise<Response>;
}

/** Creates an account, and logs the page's browser in by the API. */
export async function logInNewAccount(page: Page, exchange: AccountExchange): Promise<OpenedAccount> {
  const email = await exchange.createAccount();
  const headers = { origin: exchange.origin };
  const login = await page.request.post(`${exchange.origin}/front-api/auth/login/`, {
    data: { email, password: ACCOUNT_PASSWORD },
    headers,
  });
  expect(login.ok()).toBe(true);
  const { access } = (await login.json()) as { access: string };
  return {
    email,
    remove: path =>
      fetch(exchange.origin + path, {
        method: 'DELETE',
        headers: { ...headers, authorization: `Bearer ${access}` },
      }),
    send: (path, body, more = {}) =>
      fetch(exchange.origin + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          ...headers,
          authorization: `Bearer ${access}`,
          'content-type': 'application/json',
          ...more,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
  };
}
