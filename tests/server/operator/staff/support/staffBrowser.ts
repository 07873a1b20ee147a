import { expect } from 'vitest';
import type { StaffRole } from '#core/contract/operator/staff.ts';
import type { TestServer } from '../../../../support/testServer.ts';
import { openAccount, type AccountBrowser } from '../../../accounts/support/accountBrowser.ts';
import { turnOnSecondFactor, type TotpApp } from '../../../accounts/support/totpApp.ts';
import { runOperator } from '../../../support/operatorCommand.ts';

/** A browser of a member of staff, and the app with the second factor. */
export interface StaffBrowser {
  browser: AccountBrowser;
  app: TotpApp;
}

/** Logs in with the password and a code of the app. */
export async function logInWithCode({ browser, app }: StaffBrowser, email: string): Promise<void> {
  const { challenge } = (await (await browser.logIn(email)).json()) as { challenge: string };
  const response = await browser.send('/front-api/auth/login/', {
    body: { challenge, code: app.waitForCode() },
  });
  expect(response.status).toBe(200);
  browser.access = ((await response.json()) as { access: string }).access;
}

/** Invites an account by the command line. */
export async function inviteStaff(testServer: TestServer, email: string, role: StaffRole): Promise<void> {
  const { code, err } = await runOperator(testServer, 'staff', 'invite', email, role);
  expect([code, err]).toEqual([0, '']);
}

/** Opens an account with a second factor, invites it, and logs in with a code. */
export async function openStaff(
  testServer: TestServer,
  role: StaffRole,
  email = `${role}@razmen.example`,
): Promise<AccountBrowser> {
  const browser = await openAccount(testServer, email);
  const { app } = await turnOnSecondFactor(testServer, browser);
  await inviteStaff(testServer, email, role);
  await logInWithCode({ browser, app }, email);
  return browser;
}

const OPERATOR_PATH = '/api/v1/operator/';

/** Sends a call of the operator's API: GET without a body, else POST. */
export const callOperator = (
  browser: AccountBrowser,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  browser.send(`${OPERATOR_PATH}${path}`, {
    ...(body === undefined ? { method: 'GET' } : { body }),
    headers,
  });

/** The header that searches claims for a text. */
export const searchFor = (text: string) => ({ 'x-search': encodeURIComponent(text) });

/** Sends a call that succeeds, and returns its JSON. */
export async function readOperator<T>(
  browser: AccountBrowser,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  const response = await callOperator(browser, path, body, headers);
  const text = await response.text();
  expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
  return JSON.parse(text) as T;
}

/** Expects that a change has succeeded. */
export async function expectDone(response: Response): Promise<void> {
  expect([response.status, await response.text()]).toEqual([204, '']);
}

/** The last entry of the audit log. */
export const readLastChange = ({ context }: TestServer) =>
  context.db.selectFrom('operator_changes').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
