import type { Page } from '@playwright/test';
import type { BrowserTab } from './browserTab.ts';

/** Wraps a Playwright page as a tab, so that tests written for all engines also run in Chromium. */
export async function createChromiumTab(page: Page): Promise<BrowserTab> {
  const client = await page.context().newCDPSession(page);
  async function pressKeys(...keys: string[]) {
    for (const key of keys) await page.keyboard.press(key);
  }
  return {
    goTo: async address => void (await page.goto(address, { waitUntil: 'commit' })),
    evaluate: expression => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    pressKeys,
    undo: () => pressKeys('Control+z'),
    compose: {
      async text(text) {
        const end = { selectionStart: text.length, selectionEnd: text.length };
        await client.send('Input.imeSetComposition', { text, ...end });
      },
      commit: async text => void (await client.send('Input.insertText', { text })),
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => page.close(),
  };
}
