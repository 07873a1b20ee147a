import { AxeBuilder } from '@axe-core/playwright';
import { expect, openForm, SCREENS, test } from './fixture.ts';

const PAGES = [
  { address: '/rules', heading: 'Правила обмена' },
  { address: '/aml', heading: 'AML-политика' },
  { address: '/contacts', heading: 'Контакты' },
] as const;

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    for (const { address, heading } of PAGES) {
      test(`${address} reads well and breaks no rule of accessibility`, async ({ page }) => {
        const answer = await page.goto(address);
        expect(answer?.status()).toBe(200);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expect(page).toHaveTitle(`${heading} · Размен`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          viewport.width,
        );
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(one => one.id)).toEqual([]);
      });
    }
  });
}

test('the documents that the form asks to accept are there', async ({ page }) => {
  await openForm(page, '/');
  const links = page.locator('exchange-widget').getByRole('link');
  const addresses = await links.evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href));
  expect(addresses.length).toBeGreaterThanOrEqual(2);
  for (const address of addresses) expect((await page.request.get(address)).status(), address).toBe(200);
});
