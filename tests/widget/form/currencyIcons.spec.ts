import type { Locator } from '@playwright/test';
import { expect, expectWidgetAccessible, openWidgetForm, test } from '../support/widgetTest.ts';

/** Modules of logos: their folder is a hash, their name an icon key. */
const LOGO_MODULE = /\/widget\/[\w-]+\/([a-z]{3,4})\.js$/;
const ICON_KEYS = 'ada bch bnb btc dash doge eth ltc sol ton trx usdc usdt xmr xrp'.split(' ');

const readLogoKey = (url: string) => {
  const key = LOGO_MODULE.exec(new URL(url).pathname)?.[1];
  return key !== undefined && ICON_KEYS.includes(key) ? key : undefined;
};

/** The colours of an icon's paths; empty if it shows letters. */
const readColors = (icon: Locator) =>
  icon.locator('path').evaluateAll(paths => paths.map(path => path.getAttribute('fill')));

const PAIR = { cur_from: 'BTC', cur_to: 'SBERRUB' };

test('the first form has its two icons before React, without further requests', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const requestedKeys: (string | undefined)[] = [];
  page.on('request', request => requestedKeys.push(readLogoKey(request.url())));
  // The markup of the first form does not need the element.
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  await page.route(/\/react\.js$/, async route => {
    await released;
    await route.continue();
  });
  await page.goto(shop.pageAddress(exchangeFixture.origin, PAIR));
  const widget = page.locator('exchange-widget');
  const icons = widget.locator('.chip .coin');
  await expect(icons).toHaveCount(2);
  expect(await readColors(icons.first())).toEqual(['#f7931a', '#fff']);
  await expect(icons.last()).toHaveText('Сб');
  const before = await widget.locator('.chip').first().boundingBox();
  const markup = await icons.first().innerHTML();
  release();
  await expect
    .poll(() => page.evaluate(() => customElements.get('exchange-widget') !== undefined))
    .toBe(true);
  await widget.getByRole('button', { name: 'Поменять' }).hover();
  expect(await icons.first().innerHTML()).toBe(markup);
  expect(await widget.locator('.chip').first().boundingBox()).toEqual(before);
  expect(requestedKeys.filter(Boolean)).toEqual([]);
});

test('the picker loads the logos that are visible, under a policy without img-src', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const requestedKeys: string[] = [];
  page.on('request', request => requestedKeys.push(readLogoKey(request.url()) ?? ''));
  await page.setViewportSize({ width: 390, height: 844 });
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, PAIR));
  await widget.getByRole('button', { name: /^Вы отдаёте:/ }).click();
  const option = (name: string) => widget.getByRole('option', { name }).first();
  await expect.poll(() => readColors(option('Tether').locator('.coin'))).toContain('#26a17b');
  await expect.poll(() => readColors(option('Ethereum').locator('.coin'))).toContain('#627eea');
  expect(requestedKeys).not.toContain('xmr');
  expect(await readColors(option('Monero').locator('.coin'))).toEqual([]);
  await expect(option('Monero').locator('.coin')).toHaveText('Mo');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await widget.getByRole('option', { name: 'Monero' }).scrollIntoViewIfNeeded();
  await expect.poll(() => readColors(option('Monero').locator('.coin'))).toContain('#f60');
  // Banks have no logos. Their letters differ.
  const letters = await widget.getByRole('group', { name: 'Банки' }).locator('.coin').allTextContents();
  expect(letters).toEqual(['Сб', 'ТБ', 'АБ', 'ВТБ']);
  await expectWidgetAccessible(page);
});

test('a logo that cannot be loaded leaves its letters in the same place', async ({
  page,
  shop,
  exchangeFixture,
  problems,
}) => {
  await page.route(/\/usdt\.js/, route => route.abort());
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, PAIR));
  const failure = page.waitForEvent('requestfailed', request => request.url().includes('/usdt.js'));
  await widget.getByRole('button', { name: /^Вы отдаёте:/ }).click();
  await failure;
  const tether = widget.getByRole('option', { name: 'Tether' }).first();
  await expect
    .poll(() => readColors(widget.getByRole('option', { name: 'Ethereum' }).locator('.coin')))
    .not.toEqual([]);
  await expect(tether.locator('.coin')).toHaveText('Te');
  const [failed, loaded] = [
    await tether.locator('.coin').boundingBox(),
    await widget.getByRole('option', { name: 'Ethereum' }).locator('.coin').boundingBox(),
  ];
  expect([failed?.x, failed?.width, failed?.height]).toEqual([loaded?.x, loaded?.width, loaded?.height]);
  // The browser logs the failed request.
  problems.length = 0;
});
