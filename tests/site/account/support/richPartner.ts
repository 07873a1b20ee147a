import type { Page } from '@playwright/test';
import type { AccountExchange } from '../../auth/support/accountExchange.ts';
import { expectAccessibleLayout } from '../../support/expectAccessibleLayout.ts';
import { SCREENS } from '../../support/siteTest.ts';
import { createPartnerAccount } from './partnerAccount.ts';

/** A partner with 44.55 USD that can be withdrawn, 0.30 USD that wait, and an exchange of its own. */
export async function createRichPartner(exchange: AccountExchange) {
  const partner = await createPartnerAccount(exchange);
  await exchange.saveSetting('referral_percent', '99');
  await exchange.saveSetting('referral_hold_hours', '0');
  await partner.completeClaim({ fromSumma: '9000', sub: 'telegram' });
  await exchange.saveSetting('referral_percent', '20');
  await exchange.saveSetting('referral_hold_hours', '72');
  await partner.completeClaim({ fromSumma: '300' });
  await partner.completeClaim({ fromSumma: '200', email: partner.email });
  return partner;
}

/** Expects no violation, and nothing beside the screen, on both screens of the design and at 320 px. */
export async function expectUsable(page: Page): Promise<void> {
  for (const size of [{ width: 320, height: 640 }, ...SCREENS]) {
    await page.setViewportSize({ width: size.width, height: size.height });
    await expectAccessibleLayout(page);
  }
}
