import type { Locator, Page } from '@playwright/test';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { createImage } from '#tests/support/sampleFiles.ts';
import { expectWidgetAccessible, expect, test } from '../support/widgetTest.ts';
import { dispatchOnline, locateHeading } from '../support/claimScreen.ts';

/** The screen's text without its countdown. */
const readScreenText = (widget: Locator) =>
  widget.getByRole('region').evaluate(region => {
    const copy = region.cloneNode(true) as HTMLElement;
    for (const node of copy.querySelectorAll('[role=timer], .qr')) node.remove();
    return copy.textContent;
  });

/** Expects that a reload keeps the screen's text and does not focus the widget. */
async function expectSameAfterReload(page: Page, widget: Locator) {
  const before = await readScreenText(widget);
  await page.reload();
  await expect.poll(() => readScreenText(widget)).toBe(before);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
}

test('completes crypto to card and shows the same after a reload at each step', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(locateHeading(widget)).toHaveText(/Переведите TRX/);
  await expect(widget.getByRole('img', { name: 'QR-код' })).toBeVisible();
  await expectWidgetAccessible(page);
  await expectSameAfterReload(page, widget);

  await widget.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES.claimed.label);
  await expect(locateHeading(widget)).toBeFocused();
  await expectWidgetAccessible(page);
  await expectSameAfterReload(page, widget);

  await exchangeFixture.recordPayment(claim, '1000');
  await dispatchOnline(page);
  await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES.confirming.label);
  await expect(widget.locator('.timeline .done')).toContainText(['Заявка создана', 'Вы сообщили об оплате']);
  await expectSameAfterReload(page, widget);

  for (const status of ['aml', 'paid', 'payout', 'payout_error', 'payout'] as const) {
    await exchangeFixture.moveClaim(claim, [status]);
    await dispatchOnline(page);
    await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES[status].label);
    await expectSameAfterReload(page, widget);
  }
  await exchangeFixture.moveClaim(claim, ['completed']);
  await dispatchOnline(page);
  await expect(locateHeading(widget)).toHaveText(/Деньги отправлены/);
  await expect(widget.locator('.main-amount')).toHaveText(/^22\s881,40\s₽$/);
  await expectWidgetAccessible(page);
  await expectSameAfterReload(page, widget);

  await widget.getByRole('button', { name: 'Повторить обмен' }).click();
  await expect(widget.locator('[name=fromSumma]')).toHaveValue(/^1\s000$/);
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: TRX' })).toBeVisible();
});

test('card to crypto: uploads and removes a receipt and refuses a wrong file', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const claim = await exchangeFixture.createClaim('SBERRUB', 'USDTTRC20', '5000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(locateHeading(widget)).toHaveText(/Переведите рубли на\sкарту/);
  const attachReceipt = async (name: string, mimeType: string, content: string | Uint8Array) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      widget
        .getByRole('button', { name: /чек\b|чек$|Приложить чек|Добавить ещё чек/ })
        .last()
        .click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer: Buffer.from(content) });
  };
  const receipts = widget.getByRole('group', { name: 'Чеки' });
  await attachReceipt('чек.txt', 'text/plain', 'not a receipt');
  await expect(receipts.getByRole('alert')).toContainText('Такой файл не подойдёт');
  await expectWidgetAccessible(page);
  await receipts.getByRole('button', { name: 'Убрать чек чек.txt' }).click();
  await expect(receipts.getByRole('alert')).toHaveCount(0);

  const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  await attachReceipt('чек.pdf', 'application/pdf', pdf);
  await expect(receipts).toContainText(/чек\.pdf.*загружен/);
  await receipts.getByRole('button', { name: 'Убрать чек чек.pdf' }).click();
  await expect(receipts).not.toContainText('чек.pdf');
  await attachReceipt('чек.pdf', 'application/pdf', pdf);
  await expect(receipts).toContainText(/чек\.pdf.*загружен/);
  // An image has a preview before and after the upload, a document has none.
  await attachReceipt('снимок.png', 'image/png', await createImage('png'));
  await expect(receipts).toContainText(/снимок\.png.*загружен/);
  await expect(receipts.locator('canvas:visible')).toHaveCount(1);
  await receipts.getByRole('button', { name: 'Убрать чек снимок.png' }).click();
  await expect(receipts).not.toContainText('снимок.png');
  await expectSameAfterReload(page, widget);

  await widget.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES.claimed.label);
  await expect(receipts).toContainText(/чек\.pdf.*загружен/);
  await expectWidgetAccessible(page);
  await exchangeFixture.recordPayment(claim, '5000');
  await exchangeFixture.moveClaim(claim, ['payout', 'completed']);
  await dispatchOnline(page);
  await expect(locateHeading(widget)).toHaveText(/Деньги отправлены/);
});

test('recalculates a late payment after expiry', async ({ page, shop, exchangeFixture }) => {
  const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(locateHeading(widget)).toHaveText(/Переведите TRX/);
  await exchangeFixture.moveClaim(claim, ['expired']);
  await dispatchOnline(page);
  await expect(locateHeading(widget)).toHaveText(/Перевод не\sпришёл вовремя/);
  await expect(widget.getByText(/Если вы\sуже отправили деньги, напишите нам/)).toHaveCount(2);
  await expectWidgetAccessible(page);
  await expectSameAfterReload(page, widget);

  await exchangeFixture.recordPayment(claim, '1000');
  const accept = widget.getByRole('button', { name: 'Согласиться' });
  await expect(async () => {
    await dispatchOnline(page);
    await expect(accept).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(widget.getByRole('region')).toContainText(/Оплата пришла после срока.*пересчитали/);
  await expectWidgetAccessible(page);
  await expectSameAfterReload(page, widget);
  await expect(
    widget.getByText(/Действует до\s(\d+\s[а-я]+\sв\s)?\d\d:\d\d, потом посчитаем заново/),
  ).toBeVisible();
  await accept.click();
  // The payment passes the checks of its network.
  await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES.confirming.label);
  await expect(widget.locator('.timeline .done').last()).toContainText('оплата пришла после срока');
});

test('asks only for a refund if the received amount breaks a limit', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await exchangeFixture.recordPayment(claim, '20');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(widget.getByText('Эта сумма меньше минимума, обменять её нельзя.')).toBeVisible();
  await expect(widget.getByRole('textbox', { name: /Адрес для\sвозврата TRX/ })).toBeVisible();
  await expect(widget.getByRole('button', { name: 'Согласиться' })).toHaveCount(0);
  await expect(widget.getByText('Оператор пересчитает')).toHaveCount(0);
  await expectWidgetAccessible(page);
});

test('offers a refund to a validated address for an underpayment', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await exchangeFixture.recordPayment(claim, '900');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES.hold.label);
  await expect(widget.locator('.decision .summary')).toContainText(/было 1\s000\sTRX стало 900\sTRX/);
  await widget.getByRole('button', { name: 'Вернуть деньги' }).click();
  await expect(widget.getByText(/Вернуть 900\sTRX\?/)).toBeVisible();
  const address = widget.getByRole('textbox', { name: /Адрес для\sвозврата TRX/ });
  await expect(address).toBeVisible();
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: /Не\sвозвращать/ }).click();
  await expect(widget.getByRole('button', { name: 'Согласиться' })).toBeVisible();
  await widget.getByRole('button', { name: 'Вернуть деньги' }).click();
  const send = widget.getByRole('button', { name: 'Да, вернуть деньги' });
  await address.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv9');
  await send.click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/опечатка/);
  await expectWidgetAccessible(page);
  await address.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await send.click();
  await expect(locateHeading(widget)).toHaveText(/Оформляем возврат/);
  await expect(widget.getByText(/Возвращаем деньги: /).first()).toBeVisible();
  await expectSameAfterReload(page, widget);
  await exchangeFixture.moveClaim(claim, ['refunded']);
  await dispatchOnline(page);
  await expect(locateHeading(widget)).toHaveText(/Деньги возвращены/);
  await expect(widget.locator('.main-amount')).toHaveText(/^900\sTRX$/);
  await expectWidgetAccessible(page);
});

test('accepts the new amounts of an overpaid card claim', async ({ page, shop, exchangeFixture }) => {
  const claim = await exchangeFixture.createClaim('SBERRUB', 'USDTTRC20', '5000');
  const widget = page.locator('exchange-widget');
  await exchangeFixture.recordPayment(claim, '6000');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(widget.locator('.decision .summary')).toContainText(/было 5\s000,00\s₽ стало 6\s000,00\s₽/);
  await widget.getByRole('button', { name: 'Согласиться' }).click();
  await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES.paid.label);
});

test('retries a step after a lost connection', async ({
  page,
  shop,
  exchangeFixture,
  expectRepeatedProblems,
}) => {
  await page.clock.install();
  const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(widget.getByRole('button', { name: /Я\sоплатил/ })).toBeVisible();
  let isOnline = false;
  const keys: (string | undefined)[] = [];
  await page.route('**/confirm/', route => {
    keys.push(route.request().headers()['idempotency-key']);
    return isOnline && keys.length > 2 ? route.continue() : route.abort();
  });
  await widget.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(widget.getByText('Повторим сами')).toBeVisible();
  await expectWidgetAccessible(page);
  isOnline = true;
  await expect
    .poll(async () => {
      await page.clock.runFor(2_000);
      return locateHeading(widget).innerText();
    })
    .toMatch(/Вы\sсообщили об\sоплате/);
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(1);
  await expectRepeatedProblems(/ERR_FAILED: .*\/confirm\/$/);
});

test('two tabs show each other’s changes', async ({ page, context, shop, exchangeFixture }) => {
  const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB', '1000');
  const otherPage = await context.newPage();
  const [one, two] = [page.locator('exchange-widget'), otherPage.locator('exchange-widget')];
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await otherPage.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await two.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(locateHeading(two)).toContainText(CLAIM_STATUS_RULES.claimed.label);
  await one.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(locateHeading(one)).toContainText(CLAIM_STATUS_RULES.claimed.label);
  await expect(one.getByRole('alert')).toHaveCount(0);
});

test('refreshes at once after an hour of sleep', async ({ page, shop, exchangeFixture }) => {
  await page.clock.install();
  const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(locateHeading(widget)).toHaveText(/Переведите TRX/);
  await exchangeFixture.recordPayment(claim, '1000');
  await page.clock.fastForward('01:00:00');
  await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES.confirming.label);
});
