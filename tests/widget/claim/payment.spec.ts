import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import {
  expectWidgetAccessible,
  expect,
  fillRequisites,
  openWidgetForm,
  test,
} from '../support/widgetTest.ts';

const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const SBER_CARD = '2200 0000 0000 0004';
/** A card that no other test verifies. A verified card needs no photo for a year. */
const UNVERIFIED_CARD = '2200 0000 0000 0152';

/** Pairs and requisites with the expected heading, payment details and time to pay. */
const PAYMENT_METHODS = [
  {
    name: 'from a card',
    attributes: { cur_from: 'SBERRUB', cur_to: 'USDTTRC20', amount: '5000' },
    values: { account: TRON_ADDRESS, card: SBER_CARD },
    title: /Переведите рубли на\sкарту/,
    details: [/Сумма, ровно[^]*5\s000,00\s₽/, /Карта, Сбербанк[^]*2200\s0000\s0000\s0000/, /Получатель/],
    timeToPay: /^(20:00|19:\d\d)$/,
  },
  {
    name: 'by phone',
    attributes: { cur_from: 'SBPRUB', cur_to: 'USDTTRC20', amount: '5000' },
    values: { account: TRON_ADDRESS, phone: '8 916 123 45 67' },
    title: /Переведите рубли по\sномеру телефона/,
    details: [/Телефон[^]*\+7\s000\s000\u201100\u201100/, /Банк[^]*Демонстрационный банк/, /одним платежом/],
    timeToPay: /^(20:00|19:\d\d)$/,
  },
  {
    name: 'in cash',
    attributes: { cur_from: 'CASHRUB', cur_to: 'USDTTRC20', city: 'spb' },
    values: { account: TRON_ADDRESS, fio: 'Анна Смирнова', telegram: '@anna_demo' },
    title: /Передайте рубли наличными/,
    details: [
      /Ждём наличные до/,
      /Город[^]*Санкт-Петербург/,
      /Где[^]*Адрес встречи/,
      /Когда[^]*Telegram/,
      /С\sсобой[^]*Ровно 100\s000\s₽[^]*номер заявки/,
      /Оператор напишет вам в\sTelegram: @anna_demo/,
    ],
    timeToPay: /^(20:00|19:\d\d)$/,
  },
  {
    name: 'XRP with its tag',
    attributes: { cur_from: 'XRP', cur_to: 'SBERRUB' },
    values: { card: SBER_CARD, fio: 'Анна Смирнова' },
    title: /Переведите XRP/,
    details: [/Тег[^]*\d{3,10}/, /Без\sполя «Тег» мы\sне\sузнаем/],
    timeToPay: /^(30:00|29:\d\d)$/,
  },
  {
    name: 'from a card at 15 000 ₽, which is verified first',
    attributes: { cur_from: 'SBERRUB', cur_to: 'USDTTRC20', amount: '15000' },
    values: { account: TRON_ADDRESS, card: UNVERIFIED_CARD },
    title: /Ожидает верификации карты/,
    details: [/Заявка действует до/, /один раз подтвердить/, /15\s000,00\s₽/],
    timeToPay: /^(24:00:00|23:59:\d\d)$/,
  },
] as const;

for (const { name, attributes, values, title, details, timeToPay } of PAYMENT_METHODS)
  test(`shows how to pay ${name}`, async ({ page, shop, exchangeFixture }) => {
    const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, attributes));
    await fillRequisites(widget, { ...values, email: 'pay@example.com' });
    if ('city' in attributes) await expect(widget.locator('.summary')).toContainText('Санкт-Петербург');
    await widget.getByRole('button', { name: 'Создать заявку' }).click();
    await expect(widget.getByRole('heading', { name: title })).toBeFocused();
    for (const text of details) await expect(widget.getByRole('region')).toContainText(text);
    await expect(widget.getByRole('timer')).toHaveText(timeToPay);
    await expect(widget.getByRole('link', { name: /Написать в\sподдержку/ })).toBeVisible();
    await expect(widget.getByRole('button', { name: 'Отменить заявку' })).toBeVisible();
    await expectWidgetAccessible(page);
  });

test('says before the claim that a photo of the card is needed, and from which amount', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const pair = { cur_from: 'SBERRUB', cur_to: 'USDTTRC20', amount: '14999' };
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, pair));
  const notice = widget.getByText(/От\s15\s000\s₽ один раз сфотографируйте карту/);
  await expect(notice).toHaveCount(0);
  await widget.locator('[name=fromSumma]').fill('15000');
  await expect(notice).toBeVisible();
  await fillRequisites(widget, { account: TRON_ADDRESS, card: UNVERIFIED_CARD, email: 'photo@example.com' });
  await expect(widget.getByText('Сначала проверим фото карты')).toBeVisible();
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(
    widget.getByRole('listitem').filter({ hasText: /Напишите на\sлисте бумаги номер заявки/ }),
  ).toBeVisible();
});

test('warns in the last five minutes and shows expiry', async ({ page, shop, exchangeFixture }) => {
  const claim = await exchangeFixture.createClaim('SBERRUB', 'USDTTRC20');
  const widget = page.locator('exchange-widget');
  const timer = widget.getByRole('timer');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(timer).toHaveText(/^(20:00|19:\d\d)$/);
  await expect(timer).not.toHaveClass(/warn/);
  await exchangeFixture.setSecondsToPay(claim, 290);
  await page.reload();
  await expect(timer).toHaveText(/^04:\d\d$/);
  await expect(timer).toHaveClass(/warn/);
  await expect(timer).toHaveAccessibleName(/^Осталось 4\sминуты \d+\sсекун/);
  await expectWidgetAccessible(page);
  await exchangeFixture.setSecondsToPay(claim, 2);
  await page.reload();
  await expect(widget.getByRole('heading', { name: CLAIM_STATUS_RULES.expired.label })).toBeVisible();
  await widget.getByRole('button', { name: 'Новый обмен' }).click();
  await expect(widget.locator('[name=fromSumma]')).toBeVisible();
});

for (const [code, network] of [
  ['BTC', 'Bitcoin'],
  ['TON', 'TON'],
  ['USDTTRC20', 'TRC20'],
] as const)
  test(`names the network of ${code}`, async ({ page, shop, exchangeFixture }) => {
    const claim = await exchangeFixture.createClaim(code, 'SBERRUB');
    await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
    await expect(page.locator('exchange-widget').getByText(`Только сеть ${network}.`)).toBeVisible();
  });
