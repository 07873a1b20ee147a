import type { Page } from '@playwright/test';
import { expect } from '../../support/siteTest.ts';

/** Long addresses, hashes and e-mails wrap. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
}
