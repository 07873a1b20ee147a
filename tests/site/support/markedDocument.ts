import type { Page } from '@playwright/test';
import { expect } from './siteTest.ts';

/** Waits until React has the page: a link that is followed from now on loads no document. */
export async function waitForHydration(page: Page): Promise<void> {
  const isAdopted = () =>
    page.evaluate(() =>
      Object.keys(document.querySelector('h1') ?? {}).some(key => key.startsWith('__reactFiber')),
    );
  await expect.poll(isAdopted).toBe(true);
}

/** Marks the document, so that another one in its place is noticed. */
export const markDocument = (page: Page) =>
  page.evaluate(() => void document.documentElement.setAttribute('data-mark', ''));

/** How many documents with the mark there are: 1 until another one has come. */
export const countMarkedDocuments = (page: Page) => page.locator('html[data-mark]').count();
