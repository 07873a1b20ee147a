import { NO_CONNECTION_PROBLEMS } from '#tests/support/browser/formProblems.ts';
import {
  expectWidgetAccessible,
  expect,
  openWidgetForm,
  waitForHydration,
  test,
} from '../support/widgetTest.ts';

test('the hint below the minimum names the amount, and both buttons fill it in', async ({
  page,
  partnerOrigin,
}) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  const from = widget.locator('[name=fromSumma]');
  await from.fill('0,0001');
  await expect(widget.getByText('Меньше минимума')).toBeVisible();
  await expectWidgetAccessible(page);
  const before = await widget.boundingBox();
  await widget.getByRole('button', { name: /^Поставить минимум: [\d,]+ BTC$/ }).click();
  await expect(widget.getByRole('button', { name: 'Продолжить' })).toBeVisible();
  await expect(from).not.toHaveValue('0,0001');
  expect(await widget.boundingBox()).toEqual(before);

  await from.fill('99999');
  await widget.locator('#from-hint').getByRole('button').click();
  await expect(widget.getByText('Больше максимума')).toHaveCount(0);
});

test('shows how an ambiguous number is parsed and snaps on blur', async ({ page, partnerOrigin }) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  const from = widget.locator('[name=fromSumma]');
  await from.fill('1.234');
  await expect(widget.locator('#from-hint')).toContainText(/= 1,234|Больше максимума/);
  await from.fill('много');
  await expect(widget.getByText('Введите сумму цифрами')).toBeVisible();
  await expect(from).toHaveValue('много');
  await from.fill('0.0001');
  await from.press('Tab');
  await expect(from).not.toHaveValue('0.0001');
});

test('says which amount a limit has replaced, until the next keystroke', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const pair = { cur_from: 'USDTTRC20', cur_to: 'SBERRUB', amount: '9999999' };
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, pair));
  const hint = widget.locator('#from-hint');
  await expect(hint).toHaveText(/^Максимум вместо 9\s999\s999$/);
  const from = widget.locator('[name=fromSumma]');
  // An ambiguous number below the minimum shows how it was read, before and after it is replaced.
  await from.fill('1.234');
  await expect(hint).toContainText('= 1,23. Отдайте от');
  await from.press('Tab');
  await expect(hint).toHaveText('Минимум вместо 1,23');
  await expectWidgetAccessible(page);
  await from.fill('2500');
  await expect(hint).not.toContainText('вместо');
  // The digits would mean another worth in another currency, so the roubles stay.
  const to = widget.locator('[name=toSumma]');
  const roubles = await to.inputValue();
  await widget.getByRole('button', { name: /^Вы\sотдаёте:/ }).click();
  await widget.getByRole('combobox', { name: 'Найти валюту' }).fill('BTC');
  await widget
    .getByRole('option', { name: /Bitcoin/ })
    .first()
    .click();
  await expect(from).not.toHaveValue(/^2\s500/);
  await expect(to).toHaveValue(roubles);
  await expect(hint).not.toContainText('вместо');
});

test('works by keyboard alone: picks, searches in the wrong layout, escapes, submits', async ({
  page,
  partnerOrigin,
}) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  const chip = widget.getByRole('button', { name: /^Вы\sотдаёте:/ });
  await chip.focus();
  await page.keyboard.press('Enter');
  const search = widget.getByRole('combobox', { name: 'Найти валюту' });
  await expect(search).toBeFocused();
  await expectWidgetAccessible(page);
  await page.keyboard.press('Escape');
  await expect(chip).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.type('ещтсщшт');
  await expect(widget.getByRole('option').first()).toContainText('Toncoin');
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: TON' })).toBeFocused();

  await widget.locator('[name=fromSumma]').focus();
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('heading', { name: 'Куда отправить рубли?' })).toBeFocused();
});

test('arrow keys, Home and End move through the list', async ({ page, partnerOrigin }) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  await widget.getByRole('button', { name: /^Вы\sполучаете:/ }).click();
  const search = widget.getByRole('combobox');
  const active = async () => (await search.getAttribute('aria-activedescendant')) ?? '';
  await expect(search).toBeFocused();
  await page.keyboard.press('Home');
  const first = await active();
  await page.keyboard.press('ArrowDown');
  expect(await active()).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await active()).toBe(first);
  await page.keyboard.press('End');
  await expect(widget.locator(`#${await active()}`)).toBeInViewport();
  await widget.getByRole('tab', { name: 'Банки' }).click();
  await expect(widget.getByRole('option', { name: /Сбербанк/ })).toBeVisible();
  await expect(widget.getByRole('option', { name: /Bitcoin/ })).toHaveCount(0);
  await search.fill('ничего такого');
  await expect(widget.getByRole('status').filter({ hasText: 'Ничего не нашлось' })).toBeVisible();
});

test('keeps an amount typed right before a reload', async ({ page, partnerOrigin }) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  await waitForHydration(widget);
  const from = widget.locator('[name=fromSumma]');
  const reloaded = page.waitForEvent('load');
  await from.evaluate((field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '0,017');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    location.reload();
  });
  await reloaded;
  await expect(from).toHaveValue('0,017');
  await expect(widget.getByRole('button', { name: 'Продолжить' })).toBeVisible();
});

test('asks for the city of cash in the form', async ({ page, partnerOrigin }) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  const cityField = widget.getByLabel('Город');
  await expect(cityField).toHaveCount(0);
  await widget.getByRole('button', { name: /^Вы\sполучаете:/ }).click();
  await widget.getByRole('option', { name: /Наличные/ }).click();
  await expect(widget.getByRole('button', { name: /^Вы\sполучаете: RUB/ })).toHaveText(/RUBНаличные$/);
  await expect(cityField).toHaveValue('');
  await expectWidgetAccessible(page);
  // Nothing is chosen silently: the button leads to the field.
  await widget.getByRole('button', { name: 'Выберите город' }).click();
  await expect(cityField).toBeFocused();
  await cityField.selectOption({ label: 'Санкт-Петербург' });
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  await expect(widget.getByRole('form', { name: 'Реквизиты' })).toContainText('Санкт-Петербург');
  await widget.getByRole('button', { name: 'Назад' }).click();
  await expect(cityField).toHaveValue('SPB');
});

test('takes the city of cash from a deep link', async ({ page, shop, exchangeFixture }) => {
  const attributes = { cur_from: 'CASHRUB', cur_to: 'USDTTRC20', city: 'казань' };
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, attributes));
  await expect(widget.getByLabel('Город')).toHaveValue('KZN');
  await expect(widget.getByRole('button', { name: 'Продолжить' })).toBeVisible();
});

test('keeps the form when the API fails and recovers', async ({
  page,
  partnerOrigin,
  expectRepeatedProblems,
}) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  const amount = await widget.locator('[name=toSumma]').inputValue();
  await page.route('**/api/**', route => route.abort());
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  await expect(widget.getByText('Нет связи с сервером')).toBeVisible();
  await expect(widget.locator('[name=toSumma]')).toHaveValue(amount);
  await expectWidgetAccessible(page);
  // Restores the API with the click itself: an automatic retry before it could remove the button.
  await widget.evaluate(form => form.addEventListener('click', () => (form.dataset.pressed = ''), true));
  await page.route('**/api/**', async route =>
    (await widget.getAttribute('data-pressed')) === null ? route.abort() : route.continue(),
  );
  await widget.getByRole('button', { name: 'Повторить' }).click();
  await expect(widget.getByText('Нет связи с сервером')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expectRepeatedProblems(/ERR_FAILED: .*\/calculator\/course\/5\/19\/$/);
});

test('shows an error if the API is down at the start and recovers', async ({
  page,
  partnerOrigin,
  expectRepeatedProblems,
}) => {
  await page.route('**/api/**', route => route.abort());
  await page.goto(`${partnerOrigin}/partner.html`);
  const widget = page.locator('exchange-widget');
  await expect(widget.getByRole('alert')).toBeVisible();
  await expectWidgetAccessible(page);
  await page.unroute('**/api/**');
  await expect(widget.locator('[name=fromSumma]')).toBeVisible();
  await expectRepeatedProblems(...NO_CONNECTION_PROBLEMS, /ERR_FAILED: .*\/calculator\/$/);
});

test('a second swap during the first one restores the pair, and an amount typed meanwhile stays', async ({
  page,
  partnerOrigin,
}) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  const [from, to] = [widget.locator('[name=fromSumma]'), widget.locator('[name=toSumma]')];
  const swap = widget.getByRole('button', { name: 'Поменять валюты местами' });
  const sides = () => widget.locator('.chip b').allTextContents();
  await from.fill('0,017');
  await from.press('Tab');
  const [pair, amounts] = [await sides(), [await from.inputValue(), await to.inputValue()]];

  // Delays responses until the user's other actions are done.
  let release: () => void = () => undefined;
  const holdPairs = async () => {
    const released = new Promise<void>(resolve => (release = resolve));
    await page.route('**/calculator/pair/**', async route => (await released, await route.continue()));
  };
  await holdPairs();
  await swap.click();
  await expect.poll(sides).toEqual(pair.toReversed());
  await swap.click();
  await expect.poll(sides).toEqual(pair);
  release();
  await expect(widget.locator('.countdown')).toHaveText(/\d\s?с$/);
  expect([await from.inputValue(), await to.inputValue()]).toEqual(amounts);

  await page.unrouteAll({ behavior: 'wait' });
  await holdPairs();
  await swap.click();
  await from.fill('123456');
  release();
  await expect(widget.locator('.countdown')).toHaveText(/\d\s?с$/);
  await expect(from).toHaveValue(/^123.?456(,00)?$/);
  expect(await sides()).toEqual(pair.toReversed());
  await page.unrouteAll({ behavior: 'wait' });
});
