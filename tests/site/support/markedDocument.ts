import type { Page } from '@playwright/test';
import { isRootHydrated } from '#tests/support/browser/isRootHydrated.ts';
import { expect } from './siteTest.ts';

/** Waits until React has hydrated the page. Later clicks on links navigate without loading a document. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isRootHydrated, '#root')).toBe(true);
}

/** Marks the document to detect its replacement. */
export const markDocument = (page: Page) =>
  page.evaluate(() => void document.documentElement.setAttribute('data-mark', ''));

/** Counts marked documents: 1 until a new document is loaded. */
export const countMarkedDocuments = (page: Page) => page.locator('html[data-mark]').count();
