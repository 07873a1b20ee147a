import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import type { KeyInput, Page } from 'puppeteer-core';
import { createFontEnvironment } from '../../../tools/fonts/systemFonts.ts';
import { root } from '../../../tools/install.mjs';
import type { BrowserEngine, Key, BrowserTab } from '../../support/browser/browserTab.ts';
import { openDocument } from './openDocument.ts';

/** Starts Firefox, controlled by WebDriver BiDi. */
export async function launchFirefox(executablePath: string): Promise<BrowserEngine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    env: createFontEnvironment('DejaVu Sans'),
    extraPrefsFirefox: {
      'intl.accept_languages': 'ru-RU',
      'app.update.enabled': false,
      // The sandbox denies access to files outside system folders. Without this the pages find no font and hang.
      'security.sandbox.content.read_path_whitelist': join(root, 'node_modules/'),
    },
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
  const evaluate = (expression: string): Promise<unknown> => page.evaluate(expression);
  return {
    // Puppeteer's navigation always waits for DOMContentLoaded.
    goTo: address =>
      openDocument(evaluate, address, () => evaluate(`void location.assign(${JSON.stringify(address)})`)),
    evaluate,
    clickAt: (x, y) => page.mouse.click(x, y),
    pressKeys,
    undo: () => pressKeys('Control+z'),
    resize: (width, height) => page.setViewport({ width, height }),
    close,
  };
}
