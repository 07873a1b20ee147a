import { decimalToUnits } from '#core/exchange/amount.ts';
import {
  expectWidgetAccessible,
  CARD_REQUISITES,
  expect,
  fillRequisites,
  openWidgetForm,
  test,
} from '../support/widgetTest.ts';
import { startExchangeFixture } from '../../support/exchangeFixture.ts';

for (const [to, isAccepted] of [
  ['ACRUB', true],
  ['TBRUB', false],
] as const)
  test(`shows the sums of a changed course, which is ${isAccepted ? 'accepted' : 'declined'}`, async ({
    page,
    shop,
    exchangeFixture,
    expectProblems,
  }) => {
    await page.clock.install();
    const email = `${to.toLowerCase()}@example.com`;
    const widget = await openWidgetForm(
      page,
      shop.pageAddress(exchangeFixture.origin, { cur_from: 'USDTTRC20', cur_to: to }),
    );
    await widget.locator('[name=fromSumma]').fill('1250');
    // Sent with the requisites: the stopped server would not answer it.
    const captchaCheck = page.waitForResponse(/\/captchacheck/);
    await fillRequisites(widget, { ...CARD_REQUISITES, email });
    await (await captchaCheck).finished();
    const oldAmount = await widget.locator('.summary .large').nth(1).innerText();
    // The new course requires a server without recent courses and a request without a valid quote.
    // No poll may meet the stopped server, or bring the new course.
    await page.clock.pauseAt(Date.now() + 1_000);
    await exchangeFixture.kill();
    await exchangeFixture.freezeCourse('USDTTRC20', to, '70.5');
    await exchangeFixture.start();
    await page.clock.resume();
    await page.route('**/api/v1/claim/', route => {
      const body = route.request().postDataJSON() as { quote: string | null };
      return route.continue({ postData: JSON.stringify({ ...body, quote: null }) });
    });
    await widget.getByRole('button', { name: 'Создать заявку' }).click();

    await expect(widget.getByRole('heading', { name: /Курс изменился/ })).toBeFocused();
    const amounts = widget.locator('.summary');
    await expect(amounts).toContainText(`было ${oldAmount}`);
    await expect(amounts).toContainText('стало 88\u00a0125,00\u00a0₽');
    await expectWidgetAccessible(page);
    expect(await exchangeFixture.countClaims(email)).toBe(0);
    await expectProblems(/409 .*\/api\/v1\/claim\/$/);
    if (isAccepted) {
      await widget.getByRole('button', { name: /Создать по\sновому курсу/ }).click();
      await expect(widget.getByRole('heading', { name: 'Переведите USDT' })).toBeFocused();
      await expect(widget.locator('.fine-print.left')).toContainText('88\u00a0125,00\u00a0₽');
    } else {
      await widget.getByRole('button', { name: 'Вернуться' }).click();
      await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeFocused();
      await expect(amounts).not.toContainText(oldAmount);
      await expect(amounts).toContainText('88\u00a0125,00\u00a0₽');
    }
    expect(await exchangeFixture.countClaims(email)).toBe(isAccepted ? 1 : 0);
  });

test('shows the server’s field errors', async ({ page, partnerOrigin, expectProblems }) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  await fillRequisites(widget, CARD_REQUISITES);
  // Simulates a server with stricter rules than the form.
  await page.route('**/api/v1/claim/', route => {
    const body = route.request().postDataJSON() as { toRequisites: object };
    const toRequisites = { ...body.toRequisites, card: '2200000000000005' };
    return route.continue({ postData: JSON.stringify({ ...body, email: 'anna@', toRequisites }) });
  });
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Заявка не создана' })).toBeFocused();
  await expect(widget.getByRole('alert')).toBeVisible();
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Исправить' }).click();
  const email = widget.locator('[name=email]');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/Допишите адрес/);
  await expect(email).toBeFocused();
  await expectProblems(/400 .*\/api\/v1\/claim\/$/);
});

test('shows the remaining reserve and returns to the amounts', async ({
  page,
  shop,
  exchangeFixture,
  expectProblems,
}) => {
  const address = shop.pageAddress(exchangeFixture.origin, {
    cur_from: 'BTC',
    cur_to: 'SBERRUB',
    amount: '0,35',
  });
  const widget = await openWidgetForm(page, address);
  await fillRequisites(widget, CARD_REQUISITES);
  await exchangeFixture.createClaim('BTC', 'SBERRUB', '0.2');
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('alert')).toContainText(/Резерва хватает на\s[\d\s,]+\s₽/);
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Исправить' }).click();
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('0,35');
  await expectProblems(/409 .*\/api\/v1\/claim\/$/);
});

test('shows an amount that is shifted because another claim expects the same one', async ({
  page,
  shop,
  exchangeFixture,
  expectProblems,
}) => {
  await exchangeFixture.setPaymentAddress('LTC', 'one-address-for-all');
  await exchangeFixture.createClaim('LTC', 'SBERRUB', '0.5');
  const widget = await openWidgetForm(
    page,
    shop.pageAddress(exchangeFixture.origin, { cur_from: 'LTC', cur_to: 'SBERRUB', amount: '0,5' }),
  );
  await fillRequisites(widget, CARD_REQUISITES);
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: /Сумма немного изменилась/ })).toBeFocused();
  await expect(widget.locator('.summary')).toContainText('было 0,5\u00a0LTC');
  await expect(widget.locator('.summary')).toContainText('стало 0,500001\u00a0LTC');
  await expectWidgetAccessible(page);
  await expectProblems(/409 .*\/api\/v1\/claim\/$/);
  await widget.getByRole('button', { name: /Создать с\sновой суммой/ }).click();
  await expect(widget.getByRole('heading', { name: 'Переведите LTC' })).toBeFocused();
  await expect(widget.getByText('0,500001').first()).toBeVisible();
});

test('says that equal amounts occupy every address, and returns to the amounts', async ({
  page,
  shop,
  exchangeFixture,
  expectProblems,
}) => {
  await exchangeFixture.setPaymentAddress('USDTTRC20', 'one-address-for-all');
  for (let count = 0; count < 6; count++) await exchangeFixture.createClaim('USDTTRC20', 'SBERRUB', '50');
  const widget = await openWidgetForm(
    page,
    shop.pageAddress(exchangeFixture.origin, { cur_from: 'USDTTRC20', cur_to: 'SBERRUB', amount: '50' }),
  );
  await fillRequisites(widget, CARD_REQUISITES);
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('alert')).toContainText('Адреса для этой суммы заняты');
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Исправить' }).click();
  await widget.locator('[name=fromSumma]').fill('51');
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Переведите USDT' })).toBeFocused();
  await expectProblems(/503 .*\/api\/v1\/claim\/$/);
});

test('explains the limit of open claims and links to them', async ({
  page,
  context,
  shop,
  expectProblems,
}) => {
  const exchangeFixture = await startExchangeFixture({ LIMIT_OPEN_CLAIMS_PER_ADDRESS: '1' });
  try {
    const address = shop.pageAddress(exchangeFixture.origin, { cur_from: 'BTC', cur_to: 'SBERRUB' });
    const otherWidget = await openWidgetForm(await context.newPage(), address);
    await fillRequisites(otherWidget, CARD_REQUISITES);
    await otherWidget.getByRole('button', { name: 'Создать заявку' }).click();
    await expect(otherWidget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();

    const widget = await openWidgetForm(page, address);
    await fillRequisites(widget, CARD_REQUISITES);
    await widget.getByRole('button', { name: 'Создать заявку' }).click();
    await expect(widget.getByRole('alert')).toContainText('У вас уже есть открытые заявки');
    await expectWidgetAccessible(page);
    await widget.getByRole('button', { name: /Вернуться к\sзаявке/ }).click();
    await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeFocused();
    await widget.getByRole('button', { name: 'Создать заявку' }).click();
    await widget.getByRole('button', { name: /^Открыть заявку №/ }).click();
    await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeFocused();
    expect(await exchangeFixture.countClaims(CARD_REQUISITES.email)).toBe(1);
  } finally {
    await exchangeFixture.close();
  }
  await expectProblems(/429 .*\/api\/v1\/claim\/$/, /429 .*\/api\/v1\/claim\/$/);
});

test('refuses an invalid promocode and applies a valid one', async ({
  page,
  partnerOrigin,
  expectProblems,
}) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  await widget.locator('[name=fromSumma]').fill('0,02');
  const amountBefore = await widget.locator('[name=toSumma]').inputValue();
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  const promocode = widget.locator('[name=promocode]');
  await promocode.fill('NOTHING');
  await widget.getByRole('button', { name: 'Применить промокод' }).click();
  await expect(promocode).toHaveAccessibleDescription(/Такого промокода нет/);
  await expectWidgetAccessible(page);
  await promocode.fill('start');
  await promocode.press('Enter');
  await expect(promocode).toHaveAccessibleDescription(/^Промокод даёт \+[\d\s]+(,\d\d)?\s₽$/);
  const gain = await promocode.evaluate(
    input => (input.getRootNode() as ShadowRoot).getElementById('promocode-hint')?.textContent ?? '',
  );
  await expect(promocode).toBeFocused();
  const amounts = widget.locator('.header small');
  await expect(amounts).not.toContainText(amountBefore.replace(/,.*/, ''));

  for (const [name, value] of Object.entries(CARD_REQUISITES))
    await widget.locator(`[name=${name}]`).fill(value);
  await widget.locator('[name=consent]').check();
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await expect(widget.locator('.summary')).toContainText('Промокодstart');
  const received = await widget.locator('.summary .large').nth(1).innerText();
  expect(received).not.toContain(amountBefore);
  // The gain is the difference between the amounts, to the kopeck.
  const [before, after, difference] = [amountBefore, received, gain].map(text =>
    decimalToUnits(text.replace(/[^\d,]/g, '').replace(',', '.'), 2),
  );
  expect((before ?? 0n) + (difference ?? 0n)).toBe(after);
  const post = page.waitForRequest(request => request.method() === 'POST');
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  expect((await post).postDataJSON()).toMatchObject({ promocode: 'start' });
  await expect(widget.locator('.fine-print.left')).toContainText(received);
  await expectProblems(/400 .*\/pair\/5\/19\/\?promocode=NOTHING$/);
});
