import type { Locator } from '@playwright/test';
import { accessible, expect, test } from './fixture.ts';

/** A shop's page with the script at `script` and the link that stands in for it. */
const html = (script: string, exchange: string, { policy = '', attributes = '' } = {}) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8" /><title>Магазин</title>
${policy && `<meta http-equiv="Content-Security-Policy" content="${policy}" />`}
<script src="${script}/widget/exchange-widget.js" async></script></head>
<body><exchange-widget cur_from="BTC" cur_to="SBERRUB" ${attributes}>
<a href="${exchange}/?cur_from=BTC&amp;cur_to=SBERRUB">Обменять BTC на рубли</a></exchange-widget></body></html>`;

const LINK = 'Обменять BTC на рубли';

test('where the script is blocked, missing or forbidden, the link inside leads to the same pair', async ({
  page,
  shop,
  exchange,
  problems,
}) => {
  const addresses = [
    shop.show(html(`${exchange}/nowhere`, exchange)),
    shop.show(html('http://127.0.0.1:9', exchange)),
    shop.show(html(exchange, exchange, { policy: "default-src 'self'" })),
  ];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: LINK })).toBeVisible();
  }
  await page.getByRole('link', { name: LINK }).click();
  await expect(page).toHaveURL(/cur_from=BTC&cur_to=SBERRUB/);
  await expect(page.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Вы получаете: RUB Сбербанк' })).toBeVisible();
  problems.length = 0;
});

test('where the widget works the link is not shown, nor found by the keyboard', async ({
  page,
  shop,
  exchange,
}) => {
  await page.goto(shop.show(html(exchange, exchange)));
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await expect(page.getByText(LINK)).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(widget.locator('[name=fromSumma]')).toBeFocused();
});

/** The form with what was known last: usable, said to be stale, and not to be gone on with. */
async function isStale(widget: Locator): Promise<void> {
  await expect(widget.locator('[data-focus=from]')).toContainText('BTC');
  await expect(widget.getByRole('alert')).toContainText('Нет связи с\u00a0сервером');
  await expect(widget.locator('.until')).toContainText('курс устарел');
  await widget.locator('[name=fromSumma]').fill('0,02');
  await expect(widget.locator('[name=toSumma]')).toHaveValue(/\d/);
  await widget.getByRole('button', { name: 'Повторить' }).click();
  await expect(widget.getByRole('button', { name: 'Повторить' })).toBeVisible();
  await expect(widget.getByRole('form', { name: 'Обмен валюты: BTC на RUB' })).toBeVisible();
}

for (const script of ['the API’s own', 'another'] as const)
  test(`the API is down, the script from ${script} server: the last known directions, stale, until it is back`, async ({
    page,
    shop,
    exchange,
    own,
    problems,
  }) => {
    const attributes = `api="${own.origin}"`;
    const address = shop.show(html(script === 'another' ? exchange : own.origin, exchange, { attributes }));
    const widget = page.locator('exchange-widget');
    await page.goto(address);
    await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
    await expect(widget.locator('.until')).toContainText('обновим через');
    await own.kill();
    await page.goto('about:blank');
    await page.goto(address);
    await isStale(widget);
    await accessible(page);
    await own.start();
    // It would come back by itself too, as the next test sees: this one need not wait.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(widget.getByRole('button', { name: 'Продолжить' })).toBeVisible();
    await expect(widget.getByRole('alert')).toHaveCount(0);
    await expect(widget.locator('[name=fromSumma]')).toHaveValue('0,02');
    await widget.getByRole('button', { name: 'Продолжить' }).click();
    await expect(widget.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
    problems.length = 0;
  });

test('the API is down on the first visit: said, and the form comes by itself', async ({
  page,
  shop,
  exchange,
  own,
  problems,
}) => {
  await own.kill();
  await page.clock.install();
  await page.goto(shop.show(html(exchange, exchange, { attributes: `api="${own.origin}"` })));
  const widget = page.locator('exchange-widget');
  await expect(widget.getByRole('alert')).toContainText('Нет связи');
  await accessible(page);
  await own.start();
  await expect
    .poll(async () => {
      await page.clock.runFor(4_000);
      return widget.locator('[name=fromSumma]').isVisible();
    })
    .toBe(true);
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  problems.length = 0;
});

test('a part of the widget does not come: said, and fetched anew when it is asked for again', async ({
  page,
  shop,
  exchange,
  problems,
}) => {
  const parts = /\/(Picker|part)\.js/;
  await page.goto(shop.show(html(exchange, exchange)));
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await page.route(parts, route => route.abort());
  const chip = widget.getByRole('button', { name: 'Вы отдаёте: BTC' });
  await chip.click();
  await expect(widget.getByRole('alert')).toContainText('Нет связи с\u00a0сервером');
  await expect(chip).toBeFocused();
  await accessible(page);
  const proceed = widget.getByRole('button', { name: 'Продолжить' });
  await proceed.click();
  await expect(widget.getByRole('alert')).toContainText('Нет связи с\u00a0сервером');
  await page.unroute(parts);
  await chip.click();
  await expect(widget.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(widget.getByRole('alert')).toHaveCount(0);
  await proceed.click();
  await expect(widget.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
  problems.length = 0;
});
