import { expectAccessible } from '#tests/support/accessibility.ts';
import { startExchangeFixture } from '#tests/support/exchangeFixture.ts';
import { expect, test } from '../support/siteTest.ts';

const ABOUT = {
  owner: 'ООО «Пример», ИНН 7700000000',
  hours: 'каждый день с 9:00 до 23:00 по Москве',
  links: [
    { name: 'BestChange', url: 'https://www.bestchange.example/razmen' },
    { name: 'Отзывы', url: 'https://reviews.example/razmen' },
  ],
};

test('the footer of the home page and of the contacts tells who runs the exchange, as the operator has set', async ({
  page,
}) => {
  const exchange = await startExchangeFixture({
    ABOUT_OWNER: ABOUT.owner,
    ABOUT_HOURS: ABOUT.hours,
    ABOUT_LINKS: ABOUT.links.map(({ name, url }) => `${name}=${url}`).join(),
  });
  try {
    const facts = page.getByRole('contentinfo').locator('.exchange-facts');
    for (const path of ['/', '/contacts']) {
      await page.goto(exchange.origin + path);
      await expect(facts).toContainText(ABOUT.owner);
      await expect(facts).toContainText(ABOUT.hours);
      for (const { name, url } of ABOUT.links)
        await expect(facts.getByRole('link', { name })).toHaveAttribute('href', url);
      // No exchange is completed: no figure, and no zero.
      await expect(facts.locator('.figure')).toHaveCount(0);
    }
    await expectAccessible(page);
    // Figures of an exchange that has enough of them.
    const figures = { days: 30, exchanges: 1240, payoutMinutes: 65 };
    await page.route('**/api/v1/calculator/settings/', async route => {
      const response = await route.fetch();
      const settings = (await response.json()) as object;
      await route.fulfill({ response, json: { ...settings, about: { ...ABOUT, figures } } });
    });
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(exchange.origin);
      await expect(facts).toContainText(/За\s30\sдней\s*1\s240\sобменов/);
      await expect(facts).toContainText(/1\sчас 5\sминут/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await expectAccessible(page);
    }
  } finally {
    await exchange.close();
  }
});

test('nothing about the exchange is shown if nothing is set', async ({ page }) => {
  const settings = page.waitForResponse(/\/calculator\/settings\/$/);
  await page.goto('/faq');
  await settings;
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('.exchange-facts')).toHaveCount(0);
});
