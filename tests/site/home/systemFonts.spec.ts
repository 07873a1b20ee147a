import type { Page } from '@playwright/test';
import { chromiumLaunchOptions } from '#tools/programs/chromiumLaunchOptions.ts';
import { createFontEnvironment, SYSTEM_FONTS, type SystemFont } from '#tools/fonts/systemFonts.ts';
import { emulateSlowNetwork } from '../../support/hydration/playwrightFormPage.ts';
import { expect, SCREENS, test as base } from '../support/siteTest.ts';

/** A test in a browser of its own, whose only system font is `systemFont`. */
const test = base.extend<{ systemFont: SystemFont }>({
  systemFont: ['DejaVu Sans', { option: true }],
  async context({ playwright, systemFont, baseURL, locale }, provide) {
    const env = createFontEnvironment(systemFont);
    const browser = await playwright.chromium.launch({ ...chromiumLaunchOptions, env });
    await provide(await browser.newContext({ baseURL: baseURL ?? '', locale: locale ?? '' }));
    await browser.close();
  },
});

/** The countdown moves by a digit when it reaches 9 s, and nothing else moves. */
const COUNTDOWN_SHIFT = 0.0002;

/** Greatest difference in width from Golos Text. Most of the fonts differ by 4 to 16 % if they are not adjusted. */
const MAX_WIDTH_ERROR = 0.015;

/** Width of the page's text in the fallback, as a share of its width in Golos Text. */
const measureFallback = (page: Page, family: string, weight: number) =>
  page.evaluate(
    async ({ family, weight }) => {
      const links = document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]');
      const files = [...links].map(({ href }) => href);
      // The page's own faces may have come too late to be used.
      for (const [index, file] of files.entries()) {
        const face = new FontFace(`Golos ${index}`, `url(${file})`, { weight: '400 900' });
        document.fonts.add(await face.load());
      }
      const text = document.querySelector('main')?.textContent ?? '';
      // Fails if no local() name is found.
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
      test(`nothing moves on a ${name} on a slow line`, async ({ page }) => {
        await page.setViewportSize(viewport);
        const shift = await emulateSlowNetwork(page);
        await page.goto('/?cur_from=TON&cur_to=SBERRUB');
        await expect(page.locator('exchange-widget .countdown')).toContainText(/\b(\d|1[0-3])\sс$/);
        await page.evaluate(() => document.fonts.ready);
        expect(await shift()).toBeLessThan(COUNTDOWN_SHIFT);
      });

      test(`no question moves on a ${name} on a slow line`, async ({ page }) => {
        await page.setViewportSize(viewport);
        const shift = await emulateSlowNetwork(page);
        await page.goto('/faq');
        await page.evaluate(() => document.fonts.ready);
        expect(await shift()).toBe(0);
      });
    }

    // No page knows its name.
    if (systemFont === 'DejaVu Serif') return;

    test('the fallback is as wide as Golos Text', async ({ page }) => {
      await page.goto('/faq');
      for (const weight of [400, 500, 600]) {
        const ratio = await measureFallback(page, `Golos Text ${systemFont}`, weight);
        expect.soft(Math.abs(ratio - 1), `${weight}: ${ratio}`).toBeLessThan(MAX_WIDTH_ERROR);
      }
    });
  });
