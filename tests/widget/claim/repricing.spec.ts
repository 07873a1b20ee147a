import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { takePercent } from '#tests/support/frozenCourse.ts';
import { createImage } from '#tests/support/sampleFiles.ts';
import type { ExchangeFixture } from '../../support/exchangeFixture.ts';
import { expectWidgetAccessible, expect, test } from '../support/widgetTest.ts';
import { dispatchOnline, locateHeading } from '../support/claimScreen.ts';

/** Valid card numbers, one for each claim: an approved card is not verified again. */
const CARDS = {
  XRP: '2200000000000012',
  DASH: '2200000000000020',
  ADA: '2200000000000038',
  SOL: '2200000000000046',
};
/** What each test receives. No other test uses the course from the Т-Банк to these. */
type Received = keyof typeof CARDS;

const createClaim = (exchangeFixture: ExchangeFixture, to: Received) =>
  exchangeFixture.createClaim('TBRUB', to, '20000', CARDS[to]);

/** Lets the course of a claim's pair fall by 3 %. */
async function lowerCourse(exchangeFixture: ExchangeFixture, claim: string, to: Received): Promise<void> {
  const [id = '', secret = ''] = claim.split('#');
  const response = await fetch(`${exchangeFixture.origin}/api/v1/claim/${id}/status/`, {
    headers: { 'x-claim-secret': secret },
  });
  const { course } = (await response.json()) as { course: string };
  await exchangeFixture.freezeCourse('TBRUB', to, takePercent(course, 97n));
}

/** Creates a claim whose course falls before a requisite is found. */
async function createRepricedClaim(exchangeFixture: ExchangeFixture, to: Received): Promise<string> {
  const claim = await createClaim(exchangeFixture, to);
  await exchangeFixture.moveClaim(claim, ['requisites']);
  await lowerCourse(exchangeFixture, claim, to);
  expect(await exchangeFixture.runOperator('claim', claim.replace(/#.*/, ''), 'waiting')).toContain(
    'requisites → hold (rate_moved). The course gives less than promised',
  );
  return claim;
}

test('a claim whose course fell before the payment asks, and is paid at the new one', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const widget = page.locator('exchange-widget');
  const claim = await createClaim(exchangeFixture, 'XRP');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    widget.getByRole('button', { name: 'Снять или выбрать фото' }).click(),
  ]);
  await chooser.setFiles({
    name: 'карта.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await createImage('png')),
  });
  await widget.getByRole('button', { name: /Отправить на\sпроверку/ }).click();
  await expect(widget.getByRole('group', { name: 'Подтверждение карты' })).toContainText(/у\sоператора/);
  await lowerCourse(exchangeFixture, claim, 'XRP');
  await exchangeFixture.decideVerification(claim, null);
  await dispatchOnline(page);
  await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES.hold.label);
  await expect(widget.getByRole('region')).toContainText(
    /Курс изменился\. Мы\sпересчитали заявку\. Согласитесь на\sновые суммы или отмените её\./,
  );
  const decision = widget.getByRole('group', { name: 'Новые суммы' });
  await expect(decision.locator('.summary')).toContainText(/20\s000,00\s₽/);
  await expect(decision.locator('.summary')).toContainText(/Получаете.*было.*XRP.*стало.*XRP/);
  await expect(decision).toContainText(
    /Действует до\s(\d+\s[а-я]+\sв\s)?\d\d:\d\d, потом посчитаем заново\. Заявка ждёт вашего решения до\s\d+\s[а-я]+\sв\s\d\d:\d\d\./,
  );
  for (const name of ['Вернуть деньги', 'Приложить чек'])
    await expect(widget.getByRole('button', { name })).toHaveCount(0);
  await expectWidgetAccessible(page);
  await page.reload();
  await decision.getByRole('button', { name: 'Согласиться' }).click();
  await expect(locateHeading(widget)).toContainText('Переведите рубли');
  await expect(widget.getByRole('timer')).toHaveText(/^(20:00|19:5\d)$/);
});

test('a claim whose course fell before the payment is cancelled by its client', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const widget = page.locator('exchange-widget');
  const claim = await createRepricedClaim(exchangeFixture, 'DASH');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await widget.getByRole('button', { name: 'Отменить заявку' }).click();
  await widget.getByRole('button', { name: 'Да, отменить' }).click();
  await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES.cancelled.label);
  await expect(widget.getByRole('button', { name: 'Согласиться' })).toHaveCount(0);
});

test('a new amount that breaks a limit says so, and leaves the cancellation', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const widget = page.locator('exchange-widget');
  const claim = await createRepricedClaim(exchangeFixture, 'ADA');
  await exchangeFixture.freezeCourse('TBRUB', 'ADA', '0.0001');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await exchangeFixture.runOperator('claim', claim.replace(/#.*/, ''), 'waiting');
  await dispatchOnline(page);
  await expect(
    widget.getByText('Новая сумма меньше минимума, обменять её нельзя. Отмените заявку.'),
  ).toBeVisible();
  await expect(widget.getByRole('button', { name: 'Отменить заявку' })).toBeVisible();
  await expectWidgetAccessible(page);
});

test('a day for the photo of a card shows its date', async ({ page, shop, exchangeFixture }) => {
  const widget = page.locator('exchange-widget');
  const claim = await createClaim(exchangeFixture, 'SOL');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(widget.getByText(/Заявка действует до\s\d+\s[а-я]+\sв\s\d\d:\d\d/)).toBeVisible();
  await expect(widget.getByRole('timer')).toHaveText(/^23:5\d:\d\d$/);
  await expect(widget.getByRole('timer')).toHaveAccessibleName(/^Осталось 23\sчаса 5\d\sминут/);
});
