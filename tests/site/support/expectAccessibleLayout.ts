import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { expect } from './siteTest.ts';

/** Expects no violation of accessibility, and nothing beside the screen: long addresses, hashes and e-mails wrap. */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  await expectAccessible(page);
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
}
