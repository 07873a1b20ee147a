import type { Locator, Page } from '@playwright/test';
import { expect, expectWidgetAccessible, openWidgetForm, test } from '../support/widgetTest.ts';

const PAIR = { cur_from: 'BTC', cur_to: 'SBERRUB' };

const openPicker = async (widget: Locator, side: 'отдаёте' | 'получаете') => {
  await widget.getByRole('button', { name: new RegExp(`^Вы ${side}:`) }).click();
  const search = widget.getByRole('combobox', { name: 'Найти валюту' });
  await expect(search).toBeFocused();
  return search;
};

const readOptions = (widget: Locator) => widget.getByRole('option').locator('b').allTextContents();

for (const width of [320, 560])
  test(`at ${width} px finds currencies by slang, words in any order, the other layout and with a typing error`, async ({
    page,
    shop,
    exchangeFixture,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, PAIR));
    const search = await openPicker(widget, 'отдаёте');
    for (const [query, name] of [
      ['биток', 'Bitcoin'],
      ['тинькофф', 'Т-Банк'],
      ['рубли сбер', 'Сбербанк'],
      ['иес', 'Bitcoin'],
      ['монера', 'Monero'],
    ] as const) {
      await search.fill(query);
      await expect(widget.getByRole('option').locator('b')).toHaveText([name]);
    }
    await search.fill('trc20 usdt');
    await expect(widget.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(widget.getByRole('button', { name: 'Вы отдаёте: USDT TRC20' })).toBeFocused();
  });

test('a city in the query selects cash in that city', async ({ page, shop, exchangeFixture }) => {
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, PAIR));
  await openPicker(widget, 'получаете');
  await page.keyboard.type('казань');
  await expect(widget.getByRole('option')).toContainText('RUB · Казань');
  await page.keyboard.press('Enter');
  const cityField = widget.getByLabel('Город');
  await expect(cityField).toHaveValue('KZN');
  await expectWidgetAccessible(page);

  // Without a city in the query the chosen one stays.
  await openPicker(widget, 'получаете');
  await page.keyboard.type('нал');
  await page.keyboard.press('Enter');
  await expect(cityField).toHaveValue('KZN');
});

test('without results offers to reset the search or to show all groups', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, PAIR));
  const search = await openPicker(widget, 'отдаёте');
  await page.keyboard.type('qqq');
  await expect(widget.getByRole('status').filter({ hasText: 'Ничего не нашлось' })).toBeVisible();
  await expectWidgetAccessible(page);
  // The group tabs are between the field and the button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(widget.getByRole('button', { name: 'Сбросить поиск' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await expect(widget.getByRole('option')).toHaveCount(24);

  await widget.getByRole('tab', { name: 'Банки' }).click();
  await search.fill('эфир');
  await expect(widget.getByText('В группе «Банки» ничего не нашлось.')).toBeVisible();
  await widget.getByRole('button', { name: 'Искать во всех группах' }).click();
  await expect(search).toHaveValue('эфир');
  await expect(search).toBeFocused();
  expect(await readOptions(widget)).toEqual(['Ethereum']);
});

const pick = async (page: Page, widget: Locator, query: string) => {
  await openPicker(widget, 'отдаёте');
  await page.keyboard.type(query);
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('combobox')).toHaveCount(0);
};

test('lists the recent currencies of a side first, after a reload, too', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, PAIR));
  const recent = widget.getByRole('group', { name: 'Недавние' });
  await openPicker(widget, 'отдаёте');
  await expect(recent).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const query of ['эфир', 'тон', 'трон', 'монеро', 'дэш']) await pick(page, widget, query);
  // The pair is saved when it is loaded.
  await expect(widget.locator('#from-hint')).toContainText('DASH');
  await page.reload();
  await openPicker(widget, 'отдаёте');
  await expect(recent.locator('b')).toHaveText(['Dash', 'Monero', 'TRON', 'Toncoin']);
  await expect(recent.getByRole('option', { name: 'Dash' })).toHaveAttribute('aria-selected', 'true');
  await expect(widget.getByRole('option')).toHaveCount(24);
  await expectWidgetAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: XMR' })).toBeFocused();
  // The other side has its own choices.
  await openPicker(widget, 'получаете');
  await expect(recent).toHaveCount(0);
});

test('with blocked storage the recent currencies last until a reload', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
  });
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, PAIR));
  for (const query of ['эфир', 'тон']) await pick(page, widget, query);
  await openPicker(widget, 'отдаёте');
  const recent = widget.getByRole('group', { name: 'Недавние' });
  await expect(recent.locator('b')).toHaveText(['Toncoin', 'Ethereum']);
  await page.reload();
  await openPicker(widget, 'отдаёте');
  await expect(recent).toHaveCount(0);
});

test('in forced colours the selected tab, the active and the hovered option differ', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, PAIR));
  await openPicker(widget, 'отдаёте');
  const readStyle = (locator: Locator, name: string) =>
    locator.evaluate((node, key) => getComputedStyle(node).getPropertyValue(key), name);
  const tabs = widget.getByRole('tab');
  const tabColors = await Promise.all((await tabs.all()).map(tab => readStyle(tab, 'border-bottom-color')));
  const background = await widget
    .locator('.panel')
    .evaluate(node => getComputedStyle(node).getPropertyValue('background-color'));
  expect(tabColors[0]).not.toBe(background);
  expect(new Set(tabColors.slice(1))).toEqual(new Set([background]));
  const [active, hovered, other] = [
    widget.getByRole('option', { name: 'Bitcoin' }).first(),
    widget.getByRole('option', { name: 'Ethereum' }),
    widget.getByRole('option', { name: 'Litecoin' }),
  ];
  await hovered.hover();
  expect(await readStyle(active, 'outline-style')).toBe('solid');
  expect(await readStyle(hovered, 'outline-style')).toBe('dashed');
  expect(await readStyle(other, 'outline-style')).toBe('none');
});
