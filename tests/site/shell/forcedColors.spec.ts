import { expect, test } from '../support/siteTest.ts';

for (const colorScheme of ['light', 'dark'] as const)
  test(`in forced colours (${colorScheme}) both bars of the logo and the current page are visible`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/news');
    const [background, logoColor] = await page
      .locator('.site-header .logo')
      .evaluate(logo => [getComputedStyle(document.body).backgroundColor, getComputedStyle(logo).color]);
    expect(logoColor).not.toBe(background);
    const bars = await page
      .locator('.site-header .logo path')
      .evaluateAll(paths => paths.map(path => getComputedStyle(path).stroke));
    expect(bars).toEqual([logoColor, logoColor]);
    const marker = await page
      .locator('.nav-bar [aria-current]')
      .evaluate(link => getComputedStyle(link, '::after').backgroundColor);
    expect(marker).not.toBe(background);
  });
