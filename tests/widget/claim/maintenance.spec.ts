import { CLOSED_FORM_PROBLEMS } from '#tests/support/browser/formProblems.ts';
import type { ExchangeFixture } from '../../support/exchangeFixture.ts';
import { createImage } from '../../support/sampleFiles.ts';
import { expect, expectWidgetAccessible, test } from '../support/widgetTest.ts';

/** Sets the maintenance mode as an operator and waits until the server applies it. */
async function setMaintenance({ runOperator, origin }: ExchangeFixture, isClosed: boolean) {
  await runOperator('maintenance', isClosed ? 'on' : 'off');
  const tech = async () => (await fetch(`${origin}/api/v1/calculator/tech/`)).json();
  await expect.poll(tech).toMatchObject({ tech: isClosed });
}

test.afterEach(({ exchangeFixture }) => setMaintenance(exchangeFixture, false));

const NOTICE = 'Идут технические работы. Заявка сохранена, статус обновляется.';

test('opens a claim during maintenance, takes the confirmation and follows the status', async ({
  page,
  shop,
  exchangeFixture,
  expectRepeatedProblems,
}) => {
  const claim = await exchangeFixture.createClaim('SBERRUB', 'USDTTRC20');
  await setMaintenance(exchangeFixture, true);
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  const widget = page.locator('exchange-widget');
  await expect(widget.getByRole('heading', { name: /Переведите рубли/ })).toBeVisible();
  await expect(widget.getByRole('status').filter({ hasText: NOTICE })).toBeVisible();
  await expect(widget.getByRole('button', { name: 'Отменить заявку' })).toHaveCount(0);
  await expectWidgetAccessible(page);
  const receipt = { name: 'чек.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await createImage('jpeg')) };
  await widget.locator('input[type=file]').setInputFiles(receipt);
  await expect(widget.getByRole('button', { name: /^Убрать чек/ })).toBeVisible();
  await widget.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(widget.getByRole('heading', { name: 'Вы сообщили об оплате' })).toBeVisible();
  await exchangeFixture.moveClaim(claim, ['paid']);
  await expect(widget.getByRole('heading', { name: 'Оплачена' })).toBeVisible();
  await expect(widget.getByText(NOTICE)).toBeVisible();
  await setMaintenance(exchangeFixture, false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(widget.getByText(NOTICE)).toHaveCount(0);
  await expect(widget.getByRole('heading', { name: 'Оплачена' })).toBeVisible();
  await expectRepeatedProblems(...CLOSED_FORM_PROBLEMS);
});

test('refuses a decision pressed right after maintenance starts, and offers it again afterwards', async ({
  page,
  shop,
  exchangeFixture,
  expectProblems,
}) => {
  await page.clock.install();
  const claim = await exchangeFixture.createClaim('LTC', 'SBERRUB', '2');
  await exchangeFixture.recordPayment(claim, '1');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  const widget = page.locator('exchange-widget');
  const accept = widget.getByRole('button', { name: 'Согласиться' });
  await expect(accept).toBeVisible();
  await setMaintenance(exchangeFixture, true);
  await accept.click();
  await expect(widget.getByText(NOTICE)).toBeVisible();
  await expect(accept).toHaveCount(0);
  await expect(widget.getByRole('button', { name: 'Вернуть деньги' })).toHaveCount(0);
  await expectWidgetAccessible(page);
  await setMaintenance(exchangeFixture, false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(accept).toBeVisible();
  await expect(widget.getByText(NOTICE)).toHaveCount(0);
  await expectProblems(/503 .*\/api\/v1\/claim\/[^/]+\/accept\/$/);
});
