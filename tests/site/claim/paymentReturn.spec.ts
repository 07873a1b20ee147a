import type { Page } from '@playwright/test';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { test } from '../support/operatedExchange.ts';
import { expect, SCREENS } from '../support/siteTest.ts';

const pageHeading = (page: Page) => page.getByRole('heading', { level: 1 });

/** This browser gets to know the claim, as the one that made it does. */
async function openKnownClaim(page: Page, { id, secret }: ClaimCreated) {
  await page.goto(`/claim/${id}#${secret}`);
  await expect(page).toHaveURL(`/claim/${id}`);
}

/** The page asks again by itself every five to fifteen seconds: of its clock, which is moved until it has heard. */
async function waitForHeading(page: Page, heading: string) {
  await expect
    .poll(async () => {
      await page.clock.runFor(4_000);
      return pageHeading(page).innerText();
    })
    .toBe(heading);
}

for (const { name, ...viewport } of SCREENS)
  test.describe(name, () => {
    test.use({ viewport });

    test('the success page follows the server’s status', async ({ page, operatedExchange }) => {
      const claim = await operatedExchange.createClaim('LTC', 'SBERRUB');
      await page.clock.install();
      await openKnownClaim(page, claim);
      await page.goto('/claim/success');
      await expect(pageHeading(page)).toHaveText('Ждём подтверждения оплаты');
      await expect(page.locator('main')).not.toContainText('Деньги отправлены');
      await expectAccessible(page);
      await expect(page.getByRole('link', { name: 'Открыть заявку' })).toHaveAttribute(
        'href',
        `/claim/${claim.id}`,
      );

      // The page hears of each step by itself.
      await operatedExchange.runOperator('claim', claim.id, '--amount', claim.fromSumma);
      await waitForHeading(page, 'Ждём подтверждений сети');
      for (const status of ['aml', 'paid', 'payout', 'completed'])
        await operatedExchange.runOperator('claim', claim.id, status);
      await waitForHeading(page, 'Деньги отправлены');
      await expect(page.locator('.total')).toContainText('₽');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      // Over, so /claim has nothing to lead to.
      const again = page.getByRole('link', { name: 'Повторить обмен' });
      await expect(again).toHaveAttribute('href', /cur_from=LTC&cur_to=SBERRUB&amount=/);
      await page.goto('/claim');
      await expect(page).toHaveURL('/');
    });

    test('the failure page links to the payment, or to support for a closed claim', async ({
      page,
      operatedExchange,
    }) => {
      const claim = await operatedExchange.createClaim('LTC', 'SBERRUB');
      await openKnownClaim(page, claim);
      await page.goto(`/claim/fail?claim=${claim.id}`);
      await expect(pageHeading(page)).toHaveText('Оплата не\u00a0прошла');
      await expect(page.locator('main')).toContainText(/ждёт оплаты до\s\d\d:\d\d/);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Вернуться к\u00a0оплате' }).press('Enter');
      await expect(page).toHaveURL(`/claim/${claim.id}`);

      await operatedExchange.runOperator('claim', claim.id, 'cancelled');
      await page.goto('/claim/fail');
      await expect(pageHeading(page)).toHaveText('Отменена');
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Написать в\u00a0поддержку' }).click();
      await expect(page).toHaveURL('/contacts');
    });
  });

test('a browser that knows of no claim says so; of a named one it tells the bare status', async ({
  page,
  operatedExchange,
}) => {
  await page.goto('/claim/success');
  await expect(pageHeading(page)).toHaveText('Заявки в\u00a0этом браузере нет');
  await expectAccessible(page);
  const claim = await operatedExchange.createClaim('LTC', 'SBERRUB');
  await page.goto(`/claim/success?claim=${claim.id}`);
  await expect(pageHeading(page)).toHaveText('Ожидает оплаты');
  await expect(page.locator('main')).not.toContainText(claim.number);
  await page.getByRole('link', { name: 'Открыть заявку' }).click();
  await expect(page).toHaveURL(`/claim/${claim.id}`);
});

test('the merchant’s POST becomes a page that can be reloaded', async ({ page, operatedExchange }) => {
  const claim = await operatedExchange.createClaim('LTC', 'SBERRUB');
  await openKnownClaim(page, claim);
  for (const path of ['/claim/success', '/claim/fail']) {
    const answer = await page.request.post(path, { form: { claim: claim.id }, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
    expect(answer.headers().location).toBe(`${path}?claim=${claim.id}`);
  }
});

test('without the server the page waits and goes on by itself', async ({
  page,
  operatedExchange,
  context,
  problems,
}) => {
  const claim = await operatedExchange.createClaim('LTC', 'SBERRUB');
  await openKnownClaim(page, claim);
  await page.route('**/api/v1/claim/**', route => route.abort());
  await page.goto('/claim/success');
  await expect(pageHeading(page)).toHaveText('Нет связи с\u00a0сервером');
  await page.unroute('**/api/v1/claim/**');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(pageHeading(page)).toHaveText('Ждём подтверждения оплаты');
  expect(problems.splice(0).length).toBeGreaterThan(0);
});

for (const [choice, heading] of [
  ['Оплатить', 'Оплачена'],
  ['Отказаться', 'Оплата не\u00a0прошла'],
] as const)
  test(`from the claim to the merchant's page, «${choice}», and back`, async ({ page, operatedExchange }) => {
    const claim = await operatedExchange.createClaim('SBPRUB', 'LTC');
    await openKnownClaim(page, claim);
    await page.locator('exchange-widget').getByRole('button', { name: /оплат/i }).click();
    await page.getByRole('button', { name: choice }).click();
    await expect(page).toHaveURL(/\/claim\/(success|fail)\?claim=/);
    await expect(pageHeading(page)).toHaveText(heading);
    await page.reload();
    await expect(pageHeading(page)).toHaveText(heading);
  });
