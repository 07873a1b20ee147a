import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { StaffRole } from '#core/contract/operator/staff.ts';
import { ACCOUNT_PASSWORD, type AccountExchange } from '../../auth/support/accountExchange.ts';
import { expect } from '../../support/siteTest.ts';

const STEP_MS = 30_000;

/** Somebody who works at the desk. */
export interface StaffMember {
  email: string;
  /** A code that proves who it is, once. */
  recoveryCode: string;
  /** Opens a page of the desk, by way of the login with a code. */
  openPage(page: Page, path: string): Promise<void>;
}

/** Creates an account with a second factor, and invites it with a role. */
export async function createStaffMember(exchange: AccountExchange, role: StaffRole): Promise<StaffMember> {
  const { origin } = exchange;
  const email = await exchange.createAccount();
  const access = await exchange.logIn(email);
  const post = async (path: string, body: object = {}) => {
    const response = await fetch(`${origin}/api/v1/users/me/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as { secret: string; codes: string[] };
  };
  const { secret } = await post('totp/');
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const { codes } = await post('totp/confirm/', { code: app.generate() });
  await exchange.runOperator('staff', 'invite', email, role);
  return {
    email,
    recoveryCode: codes[0] ?? '',
    async openPage(page, path) {
      await page.goto(`${origin}/login?next=${encodeURIComponent(path)}`);
      await page.getByLabel('Почта').fill(email);
      await page.getByLabel('Пароль', { exact: true }).fill(ACCOUNT_PASSWORD);
      await page.keyboard.press('Enter');
      // A code works once: that of the next step.
      await page.getByLabel('Код из приложения').fill(app.generate({ timestamp: Date.now() + STEP_MS }));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(origin + path);
    },
  };
}
