import { expect, type Page } from '@playwright/test';
import type { EmailKind } from '#server/platform/database/serverRows.ts';
import { ACCOUNT_PASSWORD, type AccountExchange } from '../../auth/support/accountExchange.ts';

export const SETTINGS_PATH = '/account/settings';

/** Time in which an e-mail is written. */
const EMAIL_TIMEOUT_MS = 60_000;

/** Logs in on the login page, which leads to `path`. */
export async function openAccountPage(
  { origin }: AccountExchange,
  page: Page,
  email: string,
  path: string,
  password = ACCOUNT_PASSWORD,
): Promise<void> {
  await page.goto(`${origin}/login?next=${encodeURIComponent(path)}`);
  await page.getByLabel('Почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(origin + path);
}

/** Waits for an e-mail, and returns its link. */
export async function readEmailLink(
  exchange: AccountExchange,
  email: string,
  kind: EmailKind,
): Promise<string> {
  const read = () => exchange.readEmailLink(email, kind);
  await expect.poll(read, { timeout: EMAIL_TIMEOUT_MS }).not.toBeNull();
  return read() ?? '';
}

/** Waits for the e-mail to a new address, and returns its code. */
export async function readCode(exchange: AccountExchange, email: string): Promise<string> {
  const read = () => exchange.readEmailCode(email);
  await expect.poll(read, { timeout: EMAIL_TIMEOUT_MS }).not.toBeNull();
  return read() ?? '';
}
