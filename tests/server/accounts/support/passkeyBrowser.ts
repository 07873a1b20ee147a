import { expect } from 'vitest';
import type {
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignedCredential,
} from '#core/contract/account/passkeys/passkeys.ts';
import type { TestServer } from '../../../support/testServer.ts';
import { AccountBrowser } from './accountBrowser.ts';
import type { SoftwareAuthenticator } from './softwareAuthenticator.ts';

export const PASSKEYS_PATH = '/api/v1/users/me/passkeys/';

/** Status and error code of a response. */
export const readRefusal = async (response: Response) => {
  const { code, codes } = (await response.json()) as { code?: string; codes?: Record<string, string> };
  return [response.status, code ?? codes];
};

/** A browser on a page that may use passkeys. */
export const openPasskeyBrowser = ({ app }: Pick<TestServer, 'app'>, address?: string) =>
  new AccountBrowser({ app }, address, 'http://localhost:3000');

/** Options for a signature: to confirm by somebody who is logged in, else for a login. */
export async function fetchRequestOptions(browser: AccountBrowser): Promise<PasskeyRequestOptions> {
  const response = await browser.send('/front-api/auth/passkey/options/');
  expect(response.status).toBe(200);
  return (await response.json()) as PasskeyRequestOptions;
}

/** Options for a new passkey of the account. */
export async function fetchCreationOptions(browser: AccountBrowser): Promise<PasskeyCreationOptions> {
  const response = await browser.send(`${PASSKEYS_PATH}options/`);
  expect(response.status).toBe(200);
  return (await response.json()) as PasskeyCreationOptions;
}

/** Adds a passkey to the account. */
export async function addPasskey(
  browser: AccountBrowser,
  authenticator: SoftwareAuthenticator,
  name?: string,
): Promise<Passkey> {
  const credential = authenticator.create(await fetchCreationOptions(browser));
  const response = await browser.send(PASSKEYS_PATH, { body: { credential, ...(name && { name }) } });
  expect(response.status).toBe(201);
  return (await response.json()) as Passkey;
}

/** Sends a signature as a login; the browser keeps the access token. */
export async function sendPasskey(browser: AccountBrowser, credential: SignedCredential): Promise<Response> {
  browser.access = '';
  const response = await browser.send('/front-api/auth/passkey/', { body: { credential } });
  if (response.ok) browser.access = ((await response.clone().json()) as { access: string }).access;
  return response;
}

/** Logs in with a passkey. */
export async function logInWithPasskey(
  browser: AccountBrowser,
  authenticator: SoftwareAuthenticator,
): Promise<Response> {
  browser.access = '';
  return sendPasskey(browser, authenticator.sign(await fetchRequestOptions(browser)));
}

/** Proves again who one is; the browser keeps the new access token. */
export async function confirmWithPasskey(
  browser: AccountBrowser,
  authenticator: SoftwareAuthenticator,
): Promise<Response> {
  const passkey = authenticator.sign(await fetchRequestOptions(browser));
  const response = await browser.send('/front-api/auth/confirm/', { body: { passkey } });
  if (response.ok) browser.access = ((await response.clone().json()) as { access: string }).access;
  return response;
}
