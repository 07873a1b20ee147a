import type { Browser, Page } from '@playwright/test';
import { chromiumLaunchOptions } from '#tools/programs/chromiumLaunchOptions.ts';
import { createFontEnvironment, SYSTEM_FONTS, type SystemFont } from '#tools/fonts/systemFonts.ts';
import { emulateSlowNetwork } from '../../support/hydration/playwrightFormPage.ts';
import { expect, SCREENS, test as base } from '../support/siteTest.ts';

/** Launches a browser with one system font, once per worker. */
type GetBrowser = (systemFont: SystemFont) => Promise<Browser>;

/** Tests in a browser whose only system font is `systemFont`. */
const test = base.extend<{ systemFont: SystemFont }, { getBrowser: GetBrowser }>({
  systemFont: ['DejaVu Sans', { option: true }],
  getBrowser: [
    async ({ playwright }, provide) => {
      const browsers = new Map<SystemFont, Promise<Browser>>();
      await provide(systemFont => {
        const env = createFontEnvironment(systemFont);
        const browser =
          // oxlint-disable-next-line no-restricted-properties
          browsers.get(systemFont) ?? playwright.chromium.launch({ ...chromiumLaunchOptions, env });
        browsers.set(systemFont, browser);
        return browser;
      });
      await Promise.all([...browsers.values()].map(async browser => (await browser).close()));
    },
    { scope: 'worker' },
  ],
  async context({ getBrowser, systemFont, baseURL, locale }, provide) {
    const browser = await getBrowser(systemFont);
    // It is the fixture `context`, which is watched.
    // oxlint-disable-next-line no-restricted-properties
    const context = await browser.newContext({ baseURL: baseURL ?? '', locale: locale ?? '' });
    await provide(context);
    await context.close();
  },
});

/** Layout shift of the countdown, which loses a digit at 9 s. */
const COUNTDOWN_SHIFT = 0.0002;

/** Maximum relative difference in width from Golos Text. Most unadjusted fonts differ by 4–16 %. */
const MAX_WIDTH_ERROR = 0.015;

/** Width of the page's text in the fallback font relative to Golos Text. */
const measureFallback = (page: Page, family: string, weight: number) =>
  page.evaluate(
    async ({ family, weight }) => {
      const links = document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]');
      const files = [...links].map(({ href }) => href);
      // The page's own font faces can be loaded too late to be used.
      for (const [index, file] of files.entries()) {
        const face = new FontFace(`Golos ${index}`, `url(${file})`, { weight: '400 900' });
        document.fonts.add(await face.load());
      }
      const text = document.querySelector('main')?.textContent ?? '';
      // Fails if no local() name matches.
      await document.fonts.load(`${weight} 16px '${family}'`, text);
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas) throw new Error('no canvas');
      const measure = (font: string) => {
        canvas.font = `${weight} 100px ${font}`;
        return canvas.measureText(text).width;
      };
      return measure(`'${family}'`) / measure(files.map((_, index) => `'Golos ${index}'`).join());
    },
    { family, weight },
  );

for (const systemFont of SYSTEM_FONTS)
  test.describe(`${systemFont} is the only system font`, () => {
    test.use({ systemFont });

    for (const { name, ...viewport } of SCREENS) {
      test(`the home page does not shift on a ${name} with a slow network`, async ({ page }) => {
        await page.setViewportSize(viewport);
        const shift = await emulateSlowNetwork(page);
        await page.goto('/?cur_from=TON&cur_to=SBERRUB');
        await expect(page.locator('exchange-widget .countdown')).toContainText(/\b(\d|1[0-3])\sс$/);
        await page.evaluate(() => document.fonts.ready);
        expect(await shift()).toBeLessThan(COUNTDOWN_SHIFT);
      });

      test(`the FAQ does not shift on a ${name} with a slow network`, async ({ page }) => {
        await page.setViewportSize(viewport);
        const shift = await emulateSlowNetwork(page);
        await page.goto('/faq');
        await page.evaluate(() => document.fonts.ready);
        expect(await shift()).toBe(0);
      });
    }

    // The pages have no adjusted fallback for this font.
    if (systemFont === 'DejaVu Serif') return;

    test('the fallback is as wide as Golos Text', async ({ page }) => {
      await page.goto('/faq');
      for (const weight of [400, 500, 600]) {
        const ratio = await measureFallback(page, `Golos Text ${systemFont}`, weight);
        expect.soft(Math.abs(ratio - 1), `${weight}: ${ratio}`).toBeLessThan(MAX_WIDTH_ERROR);
      }
    });
  });
