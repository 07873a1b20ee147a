import type { Locator } from '@playwright/test';
import { expect, expectWidgetAccessible, openWidgetForm, test } from '../support/widgetTest.ts';

/** Modules of logos: their folder is a hash, their name an icon key. */
const LOGO_MODULE = /\/widget\/[\w-]+\/([a-z]{3,4})\.js$/;
const ICON_KEYS = 'ada bch bnb btc dash doge eth ltc sol ton trx usdc usdt xmr xrp'.split(' ');

const readLogoKey = (url: string) => {
  const key = LOGO_MODULE.exec(new URL(url).pathname)?.[1];
  return key !== undefined && ICON_KEYS.includes(key) ? key : undefined;
};

/** The number of paths of an icon's logo; 0 if it shows e-mails. */
const countPaths = (icon: Locator) => icon.locator('path').count();

/** The circle or the square of an icon, with its colour. */
const readShape = (icon: Locator) => icon.locator('rect').evaluate(rect => rect.outerHTML);

/** How round the corners of icons are: 16 is a circle. */
const readCorners = (icons: Locator) =>
  icons.locator('rect').evaluateAll(rects => [...new Set(rects.map(rect => rect.getAttribute('rx')))]);

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
  expect(await countPaths(icons.first())).toBe(1);
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
  await widget.getByRole('button', { name: /^Вы\sотдаёте:/ }).click();
  const option = (name: string) => widget.getByRole('option', { name }).first();
  await expect.poll(() => countPaths(option('Tether').locator('.coin'))).toBe(1);
  await expect.poll(() => countPaths(option('Ethereum').locator('.coin'))).toBe(6);
  expect(requestedKeys).not.toContain('xmr');
  const monero = option('Monero').locator('.coin');
  expect(await countPaths(monero)).toBe(0);
  await expect(monero).toHaveText('Mo');
  const shape = await readShape(monero);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await widget.getByRole('option', { name: 'Monero' }).scrollIntoViewIfNeeded();
  await expect.poll(() => countPaths(monero)).toBe(1);
  // The logo takes the place of the letters, and nothing else changes.
  expect(await readShape(monero)).toBe(shape);
  // Banks have no logos. Their e-mails differ.
  const emails = await widget.getByRole('group', { name: 'Банки' }).locator('.coin').allTextContents();
  expect(emails).toEqual(['Сб', 'ТБ', 'АБ', 'ВТБ']);
  const corners = (group: string) => readCorners(widget.getByRole('group', { name: group }).locator('.coin'));
  expect(await corners('Криптовалюты')).toEqual(['16']);
  for (const group of ['Банки', 'Платёжные системы', 'Наличные']) expect(await corners(group)).toEqual(['9']);
  await expectWidgetAccessible(page);
});

test('a logo that cannot be loaded leaves its e-mails in the same place', async ({
  page,
  shop,
  exchangeFixture,
  expectRepeatedProblems,
}) => {
  await page.route(/\/usdt\.js/, route => route.abort());
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, PAIR));
  const failure = page.waitForEvent('requestfailed', request => request.url().includes('/usdt.js'));
  await widget.getByRole('button', { name: /^Вы\sотдаёте:/ }).click();
  await failure;
  const tether = widget.getByRole('option', { name: 'Tether' }).first();
  await expect
    .poll(() => countPaths(widget.getByRole('option', { name: 'Ethereum' }).locator('.coin')))
    .toBe(6);
  await expect(tether.locator('.coin')).toHaveText('Te');
  const [failed, loaded] = [
    await tether.locator('.coin').boundingBox(),
    await widget.getByRole('option', { name: 'Ethereum' }).locator('.coin').boundingBox(),
  ];
  expect([failed?.x, failed?.width, failed?.height]).toEqual([loaded?.x, loaded?.width, loaded?.height]);
  await expectRepeatedProblems(/ERR_FAILED: .*\/usdt\.js(\?\d)?$/);
});
