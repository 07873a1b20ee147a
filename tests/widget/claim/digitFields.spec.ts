import type { Locator, Page } from '@playwright/test';
import { expect, expectWidgetAccessible, openWidgetForm, test } from '../support/widgetTest.ts';
import type { ShopServer } from '../../support/shopServer.ts';

/** Opens the requisites of a pair and returns one of its fields. */
async function openRequisites(
  page: Page,
  shop: ShopServer,
  origin: string,
  name: 'card' | 'phone',
): Promise<{ widget: Locator; field: Locator }> {
  const code = name === 'card' ? 'SBERRUB' : 'SBPRUB';
  const widget = await openWidgetForm(
    page,
    shop.pageAddress(origin, { cur_from: 'USDTTRC20', cur_to: code }),
  );
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  return { widget, field: widget.locator(`[name=${name}]`) };
}

/** Opens the requisites of a pair and returns one of its fields, formatted and empty. */
async function openField(...[page, shop, origin, name]: Parameters<typeof openRequisites>) {
  const loaded = page.waitForResponse(/digitMask/);
  const { widget, field } = await openRequisites(page, shop, origin, name);
  await loaded;
  // The mask is active when it formats.
  await expect(async () => {
    await field.fill('');
    await field.pressSequentially('79');
    await expect(field).toHaveValue(name === 'card' ? '79' : '+7 9', { timeout: 200 });
  }).toPass();
  await field.fill('');
  await field.focus();
  return { widget, field };
}

const readCaret = (field: Locator) => field.evaluate((input: HTMLInputElement) => input.selectionStart);
const setCaret = (field: Locator, start: number, end = start) =>
  field.evaluate((input: HTMLInputElement, range) => input.setSelectionRange(...range), [start, end] as [
    number,
    number,
  ]);

/** Pastes as a visitor does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

test('groups a card in fours and keeps the caret at the edited digit', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const { field } = await openField(page, shop, exchangeFixture.origin, 'card');
  await page.keyboard.type('2200000000000004');
  await expect(field).toHaveValue('2200 0000 0000 0004');
  await expect(field).toHaveAttribute('autocomplete', 'cc-number');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  // in the middle
  await setCaret(field, 7);
  await page.keyboard.type('9');
  await expect(field).toHaveValue('2200 0090 0000 0000 4');
  expect(await readCaret(field)).toBe(8);
  // over a space: the digit before it goes
  await setCaret(field, 10);
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('2200 0090 0000 0000 4');
  expect(await readCaret(field)).toBe(9);
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('2200 0090 0000 0004');
  await setCaret(field, 4);
  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await expect(field).toHaveValue('2200 0900 0000 004');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await expect(field).toHaveValue('');
  await expectWidgetAccessible(page);
});

test('cleans a pasted card, undoes, and replaces a selection', async ({ page, shop, exchangeFixture }) => {
  const { field } = await openField(page, shop, exchangeFixture.origin, 'card');
  await paste(page, '4111-1111 1111 1111');
  await expect(field).toHaveValue('4111 1111 1111 1111');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(field).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(field).toHaveValue('4111 1111 1111 1111');
  await setCaret(field, 5, 14);
  await page.keyboard.type('22');
  await expect(field).toHaveValue('4111 2211 11');
  expect(await readCaret(field)).toBe(7);
  await page.keyboard.type('буквы');
  await expect(field).toHaveValue('4111 2211 11');
});

for (const [name, typed, rest, shown] of [
  ['phone', '+7916', '1234567', '+7 916 123-45-67'],
  ['phone', '8916', '1234567', '+7 916 123-45-67'],
  ['phone', '916', '1234567', '+7 916 123-45-67'],
  ['card', '220000', '0000000004', '2200 0000 0000 0004'],
] as const)
  test(`keeps the order of digits if the mask of a ${name} loads after ${typed}`, async ({
    page,
    shop,
    exchangeFixture,
  }) => {
    const maskRequested = Promise.withResolvers<void>();
    const maskAllowed = Promise.withResolvers<void>();
    await page.route(/digitMask/, async route => {
      maskRequested.resolve();
      await maskAllowed.promise;
      await route.continue();
    });
    const { field } = await openRequisites(page, shop, exchangeFixture.origin, name);
    await maskRequested.promise;
    await field.pressSequentially(typed);
    await expect(field).toHaveValue(typed);
    // A digit is missing in the middle.
    await setCaret(field, typed.length - 1);
    maskAllowed.resolve();
    await expect(field).not.toHaveValue(typed);
    await page.keyboard.press('Backspace');
    await page.keyboard.type(typed.at(-2) ?? '');
    await page.keyboard.press('End');
    await page.keyboard.type(rest);
    await expect(field).toHaveValue(shown);
  });

test('keeps superfluous digits of a card for its error', async ({ page, shop, exchangeFixture }) => {
  const { widget, field } = await openField(page, shop, exchangeFixture.origin, 'card');
  await paste(page, '4111 1111 1111 1111 1111');
  await expect(field).toHaveValue('4111 1111 1111 1111 1111');
  await page.keyboard.press('Tab');
  await expect(widget.getByText(/16\sдо\s19\sцифр/)).toBeVisible();
});

for (const [typed, shown] of [
  ['9001234567', '+7 900 123-45-67'],
  ['89001234567', '+7 900 123-45-67'],
  ['+79001234567', '+7 900 123-45-67'],
  ['79001234567', '+7 900 123-45-67'],
  // a foreign number keeps its country, for its error
  ['+375291234567', '+375291234567'],
] as const)
  test(`formats the phone ${typed}, typed and pasted`, async ({ page, shop, exchangeFixture }) => {
    const { field } = await openField(page, shop, exchangeFixture.origin, 'phone');
    await page.keyboard.type(typed);
    await expect(field).toHaveValue(shown);
    await page.keyboard.press('ControlOrMeta+A');
    await paste(page, typed);
    await expect(field).toHaveValue(shown);
  });

test('edits a phone with a correct caret', async ({ page, shop, exchangeFixture }) => {
  const { widget, field } = await openField(page, shop, exchangeFixture.origin, 'phone');
  await expect(field).toHaveAttribute('autocomplete', 'tel');
  await paste(page, '8 (900) 123-45-67');
  await expect(field).toHaveValue('+7 900 123-45-67');
  await setCaret(field, 11);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('+7 900 124-56-7');
  await page.keyboard.type('3');
  await expect(field).toHaveValue('+7 900 123-45-67');
  // behind the hyphen that follows
  expect(await readCaret(field)).toBe(11);
  // over the country that is already there
  await field.fill('');
  await page.keyboard.type('7');
  await expect(field).toHaveValue('+7');
  await paste(page, '8 900 765 43 21');
  await expect(field).toHaveValue('+7 900 765-43-21');
  await page.keyboard.press('Tab');
  await expect(
    widget.locator('.field').filter({ hasText: 'Телефон получателя' }).locator('svg'),
  ).toBeVisible();
});

test('formats text of autofill and of an input method', async ({ page, shop, exchangeFixture }) => {
  const { field } = await openField(page, shop, exchangeFixture.origin, 'phone');
  // Autofill sets the value and reports it without a key.
  await field.evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '89001234567');
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  });
  await expect(field).toHaveValue('+7 900 123-45-67');
  await field.fill('');
  const devtools = await page.context().newCDPSession(page);
  // Keyboards of Android compose each word, also one of digits.
  for (const text of ['9', '90', '900', '9001'])
    await devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await devtools.send('Input.insertText', { text: '9001' });
  await expect(field).toHaveValue('+7 900 1');
});

test('shows the number formatted again after a step back, and sends only digits', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const { widget, field } = await openField(page, shop, exchangeFixture.origin, 'card');
  await page.keyboard.type('2200000000000004');
  await expect(field).toHaveValue('2200 0000 0000 0004');
  await widget.locator('[name=fio]').fill('Анна Смирнова');
  await widget.locator('[name=email]').fill('digits@example.com');
  await widget.locator('[name=consent]').check();
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeVisible();
  await widget.getByRole('button', { name: 'Назад' }).click();
  await expect(field).toHaveValue('2200 0000 0000 0004');
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  const request = page.waitForRequest(sent => sent.method() === 'POST' && sent.url().endsWith('/claim/'));
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  expect((await request).postDataJSON()).toMatchObject({ toRequisites: { card: '2200000000000004' } });
});
