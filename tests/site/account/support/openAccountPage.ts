import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { AccountExchange } from '../../auth/support/accountExchange.ts';

const PASSWORD = 'лампа гвоздь 77 туман';

/** An account whose owner is logged in with a page. */
export interface OpenedAccount {
  email: string;
  password: string;
  /** Sends a request as the account. */
  send: (path: string, body?: object, headers?: Record<string, string>) => Promise<Response>;
}

/** Creates an account by the API's calls, and logs the page's browser in. */
export async function openAccountPage(page: Page, exchange: AccountExchange): Promise<OpenedAccount> {
  const email = `anna-${randomUUID()}@example.com`;
  const headers = { origin: exchange.origin };
  const post = async (path: string, data: object) => {
    const response = await page.request.post(exchange.origin + path, { data, headers });
    expect([path, response.ok()]).toEqual([path, true]);
    return response;
  };
  await post('/api/v1/users/signup/', { email, password: PASSWORD, consent: true, rules: true });
  await expect.poll(() => exchange.readLetterLink(email, 'activate'), { timeout: 60_000 }).not.toBeNull();
  const token = exchange.readLetterLink(email, 'activate')?.split('#activate=')[1] ?? '';
  await post(`/api/v1/users/activate/${token}/`, {});
  const login = await post('/front-api/auth/login/', { email, password: PASSWORD });
  const { access } = (await login.json()) as { access: string };
  return {
    email,
    password: PASSWORD,
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
