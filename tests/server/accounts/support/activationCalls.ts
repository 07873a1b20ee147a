import { expect } from 'vitest';
import type { TestServer } from '../../../support/testServer.ts';
import { buildSignup, findLinkPath, STRONG_PASSWORD, type AccountBrowser } from './accountBrowser.ts';
import { readRefusal } from './passkeyBrowser.ts';

/** A password that is set with an activation. */
export const NEW_PASSWORD = 'тихий омут 19 карасей';

/** What the page sends to set a password in place of the sign-up's. */
export const buildReplacement = (newPassword = NEW_PASSWORD) => ({ newPassword, consent: true, rules: true });

/** Signs up, and returns the path of the link in the e-mail. The next sign-up is a millisecond later. */
export async function signUp(
  testServer: TestServer,
  browser: AccountBrowser,
  password = STRONG_PASSWORD,
  email = 'ivan@mail.example',
): Promise<string> {
  const response = await browser.send('/api/v1/users/signup/', { body: buildSignup(email, password) });
  expect(response.status).toBe(202);
  const path = await findLinkPath(testServer, 'activate', email);
  testServer.advanceClock(1);
  return path;
}

/** Presses the button behind an e-mail's link. Returns 204, or the status and code of the refusal. */
export async function pressLink(browser: AccountBrowser, path: string, body?: object) {
  const response = await browser.send(path, body ? { body } : {});
  return response.status === 204 ? 204 : readRefusal(response);
}
