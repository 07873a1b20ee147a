import { devices } from '@playwright/test';
import { expect, test } from '../support/widgetTest.ts';

for (const { name, device, isOffered } of [
  { name: 'a phone', device: devices['Pixel 7'], isOffered: false },
  { name: 'a desktop', device: devices['Desktop Chrome'], isOffered: true },
]) {
  const { viewport, hasTouch, isMobile } = device ?? {};
  test.describe(`on ${name}`, () => {
    test.use({ viewport: viewport ?? null, hasTouch: hasTouch ?? false, isMobile: isMobile ?? false });

    test(`${isOffered ? 'offers' : 'does not offer'} to continue on a phone`, async ({
      page,
      shop,
      exchangeFixture,
    }) => {
      const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB');
      await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
      const widget = page.locator('exchange-widget');
      await expect(widget.getByRole('button', { name: 'Расчёт по заявке' })).toBeVisible();
      await expect(widget.getByRole('button', { name: 'Продолжить на телефоне' })).toBeVisible({
        visible: isOffered,
      });
    });
  });
}
