import type { Page } from '@playwright/test';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { createClaimClient } from '#tests/support/claimClient.ts';
import { ACCOUNT_PASSWORD, type AccountExchange } from '../../auth/support/accountExchange.ts';
import { expect } from '../../support/siteTest.ts';

/** Somebody with an account, who can log in on several devices. */
export interface AccountVisitor {
  email: string;
  /** Opens a page of the site, by way of the login. */
  openPage(page: Page, path: string): Promise<void>;
  /** Creates a claim of the account, as another device does. */
  createClaim(from: string, to: string, fromSumma?: string): Promise<ClaimCreated>;
  /** Cancels a claim of the account. */
  cancelClaim(claim: ClaimCreated): Promise<void>;
}

/** Creates an activated account. */
export async function createAccountVisitor(exchange: AccountExchange): Promise<AccountVisitor> {
  const { origin } = exchange;
  const email = await exchange.createAccount();
  const access = await exchange.logIn(email);
  const client = createClaimClient((path, init) =>
    fetch(origin + path, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), authorization: `Bearer ${access}` },
    }),
  );
  return {
    email,
    async openPage(page, path) {
      await page.goto(`${origin}/login?next=${encodeURIComponent(path)}`);
      await page.getByLabel('Почта').fill(email);
      await page.getByLabel('Пароль', { exact: true }).fill(ACCOUNT_PASSWORD);
      await page.getByRole('button', { name: 'Войти', exact: true }).click();
      await expect(page).toHaveURL(origin + path);
    },
    createClaim: async (from, to, fromSumma) =>
      client.createClaim(await client.buildClaim(from, to, fromSumma ? { fromSumma } : {})),
    async cancelClaim({ id, secret }) {
      const response = await client.postStep(id, 'cancel', secret);
      if (!response.ok) throw new Error(`cancel: ${response.status}`);
    },
  };
}
