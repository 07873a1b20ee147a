import puppeteer from 'puppeteer-core';
import type { KeyInput, Page } from 'puppeteer-core';
import { createFontEnvironment } from '../../../tools/fonts/systemFonts.ts';
import type { BrowserEngine, Key, BrowserTab } from '../../support/browser/browserTab.ts';

/** Starts Firefox, spoken to by WebDriver BiDi. */
export async function launchFirefox(executablePath: string): Promise<BrowserEngine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    env: createFontEnvironment('DejaVu Sans'),
    extraPrefsFirefox: { 'intl.accept_languages': 'ru-RU', 'app.update.enabled': false },
  });
  return {
    name: 'Firefox',
    async openTab() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      return createFirefoxTab(page, () => context.close());
    },
    close: () => browser.close(),
  };
}

function createFirefoxTab(page: Page, close: () => Promise<void>): BrowserTab {
  async function pressKeys(...keys: Key[]) {
    for (const key of keys) {
      const modifiers = key.split('+').slice(0, -1) as KeyInput[];
      for (const modifier of modifiers) await page.keyboard.down(modifier);
      await page.keyboard.press(key.replace(/^.*\+/, '') as KeyInput);
      for (const modifier of modifiers.toReversed()) await page.keyboard.up(modifier);
    }
  }
  return {
    goTo: async address => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    evaluate: expression => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    pressKeys,
    undo: () => pressKeys('Control+z'),
    resize: (width, height) => page.setViewport({ width, height }),
    close,
  };
}
