import { expect } from 'vitest';
import type { PasskeyCreationOptions } from '#core/contract/account/passkeys/passkeys.ts';
import type { TestServer } from '../../../support/testServer.ts';
import { buildSignup, findLinkPath } from './accountBrowser.ts';
import {
  addPasskey,
  confirmWithPasskey,
  logInWithPasskey,
  openPasskeyBrowser,
  PASSKEYS_PATH,
} from './passkeyBrowser.ts';
import { SoftwareAuthenticator } from './softwareAuthenticator.ts';

/** Signs up with a passkey, adds another one, logs in and confirms with it, and deletes it. */
export async function callPasskeyRoutes(testServer: TestServer): Promise<void> {
  const phone = new SoftwareAuthenticator();
  const email = 'anna@mail.example';
  const browser = openPasskeyBrowser(testServer);
  const options = await browser.send('/api/v1/users/signup/passkey/options/', { body: { email } });
  const credential = phone.create((await options.json()) as PasskeyCreationOptions);
  await browser.send('/api/v1/users/signup/passkey/', { body: { ...buildSignup(email), credential } });
  expect((await logInWithPasskey(browser, phone)).status).toBe(403);
  await browser.send(await findLinkPath(testServer, 'activate', email));
  expect((await logInWithPasskey(browser, phone)).status).toBe(200);
  expect((await confirmWithPasskey(browser, phone)).status).toBe(200);
  const { id } = await addPasskey(browser, new SoftwareAuthenticator());
  await browser.send(PASSKEYS_PATH, { method: 'GET' });
  await browser.send(`${PASSKEYS_PATH}${id}/`, { method: 'PATCH', body: { name: 'Телефон' } });
  expect((await browser.send(`${PASSKEYS_PATH}${id}/`, { method: 'DELETE' })).status).toBe(204);
}
