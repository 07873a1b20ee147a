import puppeteer from 'puppeteer-core';
import type { KeyInput, Page } from 'puppeteer-core';
import type { Engine, Key, Tab } from './driver.ts';

/** Starts Firefox, spoken to by WebDriver BiDi. */
export async function firefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'ru-RU', 'app.update.enabled': false },
  });
  return {
    name: 'Firefox',
    async tab() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      return drive(page, () => context.close());
    },
    close: () => browser.close(),
  };
}

function drive(page: Page, close: () => Promise<void>): Tab {
  async function press(...keys: Key[]) {
    for (const key of keys) {
      const held = key.split('+').slice(0, -1) as KeyInput[];
      for (const one of held) await page.keyboard.down(one);
      await page.keyboard.press(key.replace(/^.*\+/, '') as KeyInput);
      for (const one of held.toReversed()) await page.keyboard.up(one);
    }
  }
  return {
    go: async address => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    evaluate: expression => page.evaluate(expression),
    point: (x, y) => page.mouse.click(x, y),
    press,
    undo: () => press('Control+z'),
    resize: (width, height) => page.setViewport({ width, height }),
    close,
  };
}
