import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { expectWidgetAccessible, expect, test } from '../support/widgetTest.ts';
import { startExchangeFixture } from '../../support/exchangeFixture.ts';
import type { ExchangeFixture } from '../../support/exchangeFixture.ts';

let exchange: ExchangeFixture;
test.beforeAll(async () => {
  exchange = await startExchangeFixture({ OPERATOR: 'demo' });
});
test.afterAll(() => exchange.close());

test('examples/claim-states.html moves simulated claims between states under its strict policy', async ({
  page,
  expectProblems,
}) => {
  await page.goto(`${exchange.origin}/examples/claim-states.html`);
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await expectWidgetAccessible(page);

  const choose = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator('.status')).toHaveText(new RegExp(`^Заявка [2-9A-Z]{6}: ${name}$`));
  };
  await choose(CLAIM_STATUS_RULES.waiting.label);
  await expect(widget.getByRole('button', { name: 'Я оплатил' })).toBeVisible();
  const firstClaim = await widget.getAttribute('claim');
  expect(firstClaim).toMatch(/^[\da-f-]{36}#[\w-]{43}$/);
  await choose('Отправляем средства');
  await expect(widget.getByText('Отправляем средства').first()).toBeVisible();
  expect(await widget.getAttribute('claim')).toBe(firstClaim);
  await choose(CLAIM_STATUS_RULES.completed.label);
  await expect(widget.getByRole('button', { name: 'Я оплатил' })).toHaveCount(0);

  await page.getByLabel('Сколько пришло').fill('40,5');
  await choose('Пришло меньше');
  expect(await widget.getAttribute('claim')).not.toBe(firstClaim);
  await expect(widget.getByText('40,5').first()).toBeVisible();
  await page.getByLabel('Сколько пришло').fill('много');
  await page.getByRole('button', { name: CLAIM_STATUS_RULES.paid.label, exact: true }).click();
  await expect(page.getByText('Сумма не подходит')).toBeVisible();
  // The browser logs both refusals: no transition from «Выполнена», and an invalid amount.
  await expectProblems(
    /409 .*\/api\/v1\/simulator\/claim\/[^/]+\/$/,
    /400 .*\/api\/v1\/simulator\/claim\/[^/]+\/$/,
  );
});

test('the demo operator completes a confirmed claim by itself', async ({ page }) => {
  const claim = await exchange.createClaim('USDTTRC20', 'SBERRUB');
  const [id = '', secret = ''] = claim.split('#');
  const call = (path: string, method = 'GET') =>
    page.request.fetch(`${exchange.origin}/api/v1/claim/${id}/${path}/`, {
      method,
      headers: { 'x-claim-secret': secret },
    });
  expect((await call('confirm', 'POST')).status()).toBe(200);
  await expect
    .poll(async () => {
      // The demo operator pauses for some seconds at each step.
      await exchange.ageClaim(claim, 60);
      return ((await (await call('status')).json()) as { status: string }).status;
    })
    .toBe('completed');
});
