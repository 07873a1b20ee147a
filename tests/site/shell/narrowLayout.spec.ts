import { guestRoutePaths, publicRoutePaths, routePaths } from '#site/routePaths.ts';
import { expect, test } from '../support/siteTest.ts';

/** Widths of narrow phones, in px. The widget needs at least 280. */
const WIDTHS = [360, 344, 320, 300, 280];

test('no page scrolls sideways on a narrow phone', async ({ page }) => {
  const paths = Object.values(publicRoutePaths).filter(path => !path.includes(':'));
  for (const path of [...paths, routePaths.success, routePaths.fail, ...Object.values(guestRoutePaths)]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth, `${path} at ${width} px`).toBe(width);
    }
  }
});

test('the prices of popular pairs are complete on a narrow phone', async ({ page }) => {
  await page.goto('/');
  const table = page.locator('.rates-table');
  await expect(table).toHaveAttribute('aria-busy', 'false');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const cutTexts = await table.evaluate(element => {
      const { right } = element.getBoundingClientRect();
      return [...element.querySelectorAll<HTMLElement>('td, th, a, span')]
        .filter(node => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0)
        .concat(
          [...element.querySelectorAll('td')].filter(cell => cell.getBoundingClientRect().right > right),
        )
        .map(node => node.textContent);
    });
    expect(cutTexts, `${width} px`).toEqual([]);
  }
});
