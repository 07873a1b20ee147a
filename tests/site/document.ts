import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** Waits until React has the page: a link that is followed from now on loads no document. */
export async function hydrated(page: Page): Promise<void> {
  const adopted = () =>
    page.evaluate(() =>
      Object.keys(document.querySelector('h1') ?? {}).some(key => key.startsWith('__reactFiber')),
    );
  await expect.poll(adopted).toBe(true);
}

/** Marks the document, so that another one in its place is noticed. */
export const mark = (page: Page) =>
  page.evaluate(() => void document.documentElement.setAttribute('data-mark', ''));

/** How many documents with the mark there are: 1 until another one has come. */
export const marked = (page: Page) => page.locator('html[data-mark]').count();
