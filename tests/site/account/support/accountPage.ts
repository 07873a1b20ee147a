import { expect, type Page } from '@playwright/test';
import type { MailKind } from '#server/platform/database/serverRows.ts';
import { ACCOUNT_PASSWORD, type AccountExchange } from '../../auth/support/accountExchange.ts';

export const SETTINGS_PATH = '/account/settings';

/** Time in which a letter is written. */
const LETTER_TIMEOUT_MS = 60_000;

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

/** Waits for a letter, and returns its link. */
export async function readLetterLink(
  exchange: AccountExchange,
  email: string,
  kind: MailKind,
): Promise<string> {
  const read = () => exchange.readLetterLink(email, kind);
  await expect.poll(read, { timeout: LETTER_TIMEOUT_MS }).not.toBeNull();
  return read() ?? '';
}

/** Waits for the letter to a new e-mail, and returns its code. */
export async function readCode(exchange: AccountExchange, email: string): Promise<string> {
  const read = () => exchange.readLetterCode(email);
  await expect.poll(read, { timeout: LETTER_TIMEOUT_MS }).not.toBeNull();
  return read() ?? '';
}
