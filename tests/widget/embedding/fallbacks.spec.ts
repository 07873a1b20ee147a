import type { Locator } from '@playwright/test';
import { NO_CONNECTION_PROBLEMS } from '#tests/support/browser/formProblems.ts';
import { expectWidgetAccessible, expect, test, waitForHydration } from '../support/widgetTest.ts';

/** A shop page with the script from `script` and the fallback link. */
const renderPage = (
  script: string,
  exchangeOrigin: string,
  { policy = '', attributes = '' } = {},
) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8" /><title>Магазин</title>
${policy && `<meta http-equiv="Content-Security-Policy" content="${policy}" />`}
<script src="${script}/widget/exchange-widget.js" async crossorigin></script></head>
<body><exchange-widget cur_from="BTC" cur_to="SBERRUB" ${attributes}>
<a href="${exchangeOrigin}/?cur_from=BTC&amp;cur_to=SBERRUB">Обменять BTC на рубли</a></exchange-widget></body></html>`;

const FALLBACK_LINK = 'Обменять BTC на рубли';

test('shows the fallback link if the script cannot load', async ({
  page,
  shop,
  exchangeOrigin,
  expectProblems,
}) => {
  const addresses = [
    shop.servePage(renderPage(`${exchangeOrigin}/nowhere`, exchangeOrigin)),
    shop.servePage(renderPage('http://127.0.0.1:9', exchangeOrigin)),
    shop.servePage(renderPage(exchangeOrigin, exchangeOrigin, { policy: "default-src 'self'" })),
  ];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: FALLBACK_LINK })).toBeVisible();
  }
  await page.getByRole('link', { name: FALLBACK_LINK }).click();
  await expect(page).toHaveURL(/cur_from=BTC&cur_to=SBERRUB/);
  await expect(page.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Вы получаете: RUB Сбербанк' })).toBeVisible();
  await expectProblems(
    /^Access to script at .*\/nowhere\/widget\/exchange-widget\.js.*Access-Control-Allow-Origin/,
    /ERR_FAILED: .*\/nowhere\/widget\/exchange-widget\.js$/,
    /ERR_UNSAFE_PORT: .*:9\/widget\/exchange-widget\.js$/,
    /^Loading the script '.*\/exchange-widget\.js'.*default-src 'self'/,
  );
});

test('hides the fallback link while the widget works', async ({ page, shop, exchangeOrigin }) => {
  await page.goto(shop.servePage(renderPage(exchangeOrigin, exchangeOrigin)));
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await expect(page.getByText(FALLBACK_LINK)).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(widget.locator('[name=fromSumma]')).toBeFocused();
});

/** Expects a usable form with the last known data, marked stale, that cannot be submitted. */
async function expectStaleForm(widget: Locator): Promise<void> {
  await expect(widget.locator('[data-focus=from]')).toContainText('BTC');
  await expect(widget.getByRole('alert')).toContainText('Нет связи с сервером');
  await expect(widget.locator('.countdown')).toContainText('курс устарел');
  await widget.locator('[name=fromSumma]').fill('0,02');
  await expect(widget.locator('[name=toSumma]')).toHaveValue(/\d/);
  await widget.getByRole('button', { name: 'Повторить' }).click();
  await expect(widget.getByRole('button', { name: 'Повторить' })).toBeVisible();
  await expect(widget.getByRole('form', { name: 'Обмен валюты: BTC на RUB' })).toBeVisible();
}

for (const script of ['the API’s own', 'another'] as const)
  test(`shows stale directions while the API is down and recovers, with the script from ${script} server`, async ({
    page,
    shop,
    exchangeOrigin,
    exchangeFixture,
    expectRepeatedProblems,
  }) => {
    const attributes = `api="${exchangeFixture.origin}"`;
    const address = shop.servePage(
      renderPage(script === 'another' ? exchangeOrigin : exchangeFixture.origin, exchangeOrigin, {
        attributes,
      }),
    );
    const widget = page.locator('exchange-widget');
    await page.goto(address);
    await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
    // The browser has all files of the form.
    await waitForHydration(widget);
    await exchangeFixture.kill();
    await page.goto('about:blank');
    await page.goto(address);
    await expectStaleForm(widget);
    await expectWidgetAccessible(page);
    await exchangeFixture.start();
    // Skips the wait for the automatic retry, which the next test covers.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(widget.getByRole('button', { name: 'Продолжить' })).toBeVisible();
    await expect(widget.getByRole('alert')).toHaveCount(0);
    await expect(widget.locator('[name=fromSumma]')).toHaveValue('0,02');
    await widget.getByRole('button', { name: 'Продолжить' }).click();
    await expect(widget.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
    await expectRepeatedProblems(
      ...NO_CONNECTION_PROBLEMS,
      /ERR_CONNECTION_REFUSED: .*\/(calculator\/|widget\/.*\.js(\?\d)?)$/,
    );
  });

test('shows an error on the first visit while the API is down and recovers', async ({
  page,
  shop,
  exchangeOrigin,
  exchangeFixture,
  expectRepeatedProblems,
}) => {
  await exchangeFixture.kill();
  await page.clock.install();
  await page.goto(
    shop.servePage(
      renderPage(exchangeOrigin, exchangeOrigin, { attributes: `api="${exchangeFixture.origin}"` }),
    ),
  );
  const widget = page.locator('exchange-widget');
  await expect(widget.getByRole('alert')).toContainText('Нет связи');
  await expectWidgetAccessible(page);
  await exchangeFixture.start();
  await expect
    .poll(async () => {
      await page.clock.runFor(4_000);
      return widget.locator('[name=fromSumma]').isVisible();
    })
    .toBe(true);
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await expectRepeatedProblems(...NO_CONNECTION_PROBLEMS, /ERR_CONNECTION_REFUSED: .*\/calculator\/$/);
});

test('retries a chunk that failed to load', async ({
  page,
  shop,
  exchangeOrigin,
  expectRepeatedProblems,
}) => {
  const picker = /\/CurrencyPicker\.js/;
  const claim = /\/entry\.js/;
  await page.goto(shop.servePage(renderPage(exchangeOrigin, exchangeOrigin)));
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await page.route(picker, route => route.abort());
  await page.route(claim, route => route.abort());
  const chip = widget.getByRole('button', { name: 'Вы отдаёте: BTC' });
  await chip.click();
  await expect(widget.getByRole('alert')).toContainText('Нет связи с сервером');
  await expect(chip).toBeFocused();
  await expectWidgetAccessible(page);
  await page.unroute(picker);
  await chip.click();
  await expect(widget.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  // Without an alert here, the next one can only come from the claim's chunk.
  await expect(widget.getByRole('alert')).toHaveCount(0);
  const proceed = widget.getByRole('button', { name: 'Продолжить' });
  await proceed.click();
  await expect(widget.getByRole('alert')).toContainText('Нет связи с сервером');
  await page.unroute(claim);
  await proceed.click();
  await expect(widget.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
  await expectRepeatedProblems(
    /ERR_FAILED: .*\/CurrencyPicker\.js(\?\d)?$/,
    /ERR_FAILED: .*\/entry\.js(\?\d)?$/,
  );
});
