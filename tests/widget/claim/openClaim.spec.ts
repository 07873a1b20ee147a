import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import {
  expectWidgetAccessible,
  CARD_REQUISITES,
  expect,
  fillRequisites,
  openWidgetForm,
  test,
  waitForFrames,
} from '../support/widgetTest.ts';

test('shows only the status of a claim opened by uuid', async ({ page, shop, exchangeFixture }) => {
  const claim = await exchangeFixture.createClaim('USDTTRC20', 'SBERRUB', '1250');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim: claim.replace(/#.*/, '') }));
  const widget = page.locator('exchange-widget');
  await expect(widget.getByRole('heading', { name: CLAIM_STATUS_RULES.waiting.label })).toBeVisible();
  await expect(widget.getByRole('region')).toContainText(/Заявка ещё не\sоплачена/);
  await expect(widget.getByRole('region')).not.toContainText(/1\s250|DEMO|example/);
  await expectWidgetAccessible(page);
  await exchangeFixture.moveClaim(claim, ['confirming', 'hold'], 'underpaid');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(widget.getByRole('heading', { name: CLAIM_STATUS_RULES.hold.label })).toBeVisible();
  await expect(widget.getByRole('region')).not.toContainText('Пришло меньше');
  await widget.getByRole('button', { name: 'Новый обмен' }).click();
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
});

test('shows the whole claim with its secret, nothing with a wrong one, and ignores other attributes', async ({
  page,
  shop,
  exchangeFixture,
  expectProblems,
}) => {
  const claim = await exchangeFixture.createClaim('USDTTRC20', 'SBERRUB', '1250');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim: `${claim}x` }));
  const widget = page.locator('exchange-widget');
  await expect(widget.getByRole('alert')).toContainText('Ничего не найдено');
  await expectWidgetAccessible(page);
  await expectProblems(/404 .*\/api\/v1\/claim\/[^/]+\/status\/$/);
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(widget.getByRole('heading', { name: /Переведите USDT в\sсети TRC20/ })).toBeVisible();
  await expect(widget.locator('.copy-row .large')).toHaveText(/1\s250,00\sUSDT/);
  await widget.evaluate(element => element.setAttribute('cur_from', 'BTC'));
  await expect(widget.locator('.copy-row .large')).toHaveText(/1\s250,00\sUSDT/);
});

test('a tab shows a cancellation made in another tab', async ({ page, context, shop, exchangeFixture }) => {
  const address = shop.pageAddress(exchangeFixture.origin, {
    claim: await exchangeFixture.createClaim('BTC', 'SBERRUB'),
  });
  const otherTab = await context.newPage();
  for (const tab of [page, otherTab]) {
    await tab.goto(address);
    await expect(tab.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  }
  await otherTab.getByRole('button', { name: 'Отменить заявку' }).click();
  await expect(otherTab.getByRole('button', { name: /Не\sотменять/ })).toBeFocused();
  await otherTab.keyboard.press('Enter');
  await expect(otherTab.getByRole('button', { name: 'Отменить заявку' })).toBeFocused();
  await otherTab.keyboard.press('Enter');
  await otherTab.keyboard.press('Tab');
  const confirmButton = otherTab.getByRole('button', { name: 'Да, отменить заявку' });
  await expect(confirmButton).toBeFocused();
  // A status update renders the question again and must not move the focus.
  // The second one is requested after the first has been read.
  for (let count = 0; count < 2; count++) {
    const statusResponse = otherTab.waitForResponse(/\/status\//);
    await otherTab.evaluate(() => dispatchEvent(new Event('online')));
    await (await statusResponse).finished();
  }
  await waitForFrames(otherTab);
  await expect(confirmButton).toBeFocused();
  await otherTab.keyboard.press('Enter');
  await expect(otherTab.getByRole('heading', { name: CLAIM_STATUS_RULES.cancelled.label })).toBeFocused();

  await page.getByRole('button', { name: 'Отменить заявку' }).click();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: CLAIM_STATUS_RULES.cancelled.label })).toBeVisible();
});

test('restores a half-filled claim after a reload', async ({ page, partnerOrigin }) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  await widget.locator('[name=fromSumma]').fill('0,015');
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  await widget.locator('[name=card]').fill(CARD_REQUISITES.card);
  await widget.locator('[name=promocode]').fill('START');
  await widget.getByRole('button', { name: 'Применить промокод' }).click();
  await expect(widget.getByText('Промокод даёт')).toBeVisible();
  await page.reload();
  await expect(widget.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
  await expect(widget.locator('[name=card]')).toHaveValue(CARD_REQUISITES.card);
  await expect(widget.locator('[name=promocode]')).toHaveValue('START');
  await expect(widget.locator('[name=consent]')).not.toBeChecked();
  await expect(widget.locator('.header small')).toContainText('0,015\u00a0BTC');
  // Before any interaction the focus stays on the page.
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');

  await widget.locator('[name=fio]').fill(CARD_REQUISITES.fio);
  await widget.locator('[name=email]').fill(CARD_REQUISITES.email);
  await widget.locator('[name=consent]').check();
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  const amounts = await widget.locator('.summary').innerText();
  await page.reload();
  await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeVisible();
  expect(await widget.locator('.summary').innerText()).toBe(amounts);
  await widget.getByRole('button', { name: 'Назад' }).click();
  await expect(widget.locator('[name=fio]')).toHaveValue(CARD_REQUISITES.fio);
  await expect(widget.getByRole('heading', { name: 'Куда отправить рубли?' })).toBeFocused();
});

test('copies the bare value and announces it', async ({ page, context, partnerOrigin }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const widget = await openWidgetForm(page, `${partnerOrigin}/ton.html`);
  await widget.locator('[name=fromSumma]').fill('1234,5');
  await fillRequisites(widget, {
    phone: '+79161234567',
    bank: 'sber',
    fio: 'Анна Смирнова',
    email: 'a@example.com',
  });
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await widget.getByRole('button', { name: 'Скопировать: сумма' }).click();
  await expect(widget.getByRole('status').filter({ hasText: ', скопировано' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1234.5');
});

test('on a partner’s page an open claim stays until showForm(), and a closed one gives way to a new pair', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const widget = await openWidgetForm(
    page,
    shop.pageAddress(exchangeFixture.origin, { cur_from: 'TRX', cur_to: 'SBERRUB' }),
  );
  await fillRequisites(widget, { ...CARD_REQUISITES, email: 'partner-form@example.com' });
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  const payment = widget.getByRole('heading', { name: 'Переведите TRX' });
  await expect(payment).toBeVisible();
  const setSent = (code: string) =>
    widget.evaluate((element, value) => element.setAttribute('cur_from', value), code);
  await setSent('LTC');
  await expect(payment).toBeVisible();

  await widget.evaluate(element => (element as HTMLElement & { showForm: () => void }).showForm());
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: LTC' })).toBeVisible();
  const openButton = widget.getByRole('button', { name: /^Открыть заявку №/ });
  await expectWidgetAccessible(page);
  await openButton.click();
  await expect(payment).toBeVisible();

  await widget.getByRole('button', { name: 'Отменить заявку' }).click();
  await widget.getByRole('button', { name: 'Да, отменить' }).click();
  await expect(widget.getByRole('heading', { name: CLAIM_STATUS_RULES.cancelled.label })).toBeVisible();
  await setSent('XRP');
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: XRP' })).toBeVisible();
  await expect(openButton).toHaveCount(0);
});
