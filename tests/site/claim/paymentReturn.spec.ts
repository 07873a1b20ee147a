import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { test } from '../support/operatedExchange.ts';
import { expect, SCREENS } from '../support/siteTest.ts';

const pageHeading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens the claim with its secret, so that this browser stores it. */
async function openKnownClaim(page: Page, { id, secret }: ClaimCreated) {
  await page.goto(`/claim/${id}#${secret}`);
  await expect(page).toHaveURL(`/claim/${id}`);
}

/** Advances the page's clock, which polls every 5–15 s, until the heading appears. */
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

      // The page polls the status.
      const reference = `${randomBytes(32).toString('hex')}:0`;
      const payment = ['--amount', claim.fromSumma, '--reference', reference];
      await operatedExchange.runOperator('claim', claim.id, ...payment);
      await waitForHeading(page, 'Ждём подтверждений сети');
      for (const status of ['aml', 'paid', 'payout', 'completed'])
        await operatedExchange.runOperator('claim', claim.id, status);
      await waitForHeading(page, 'Деньги отправлены');
      await expect(page.locator('.total')).toContainText('₽');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      const repeatLink = page.getByRole('link', { name: 'Повторить обмен' });
      await expect(repeatLink).toHaveAttribute('href', /cur_from=LTC&cur_to=SBERRUB&amount=/);
      // A completed claim is not unfinished, so /claim redirects home.
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
      await expect(pageHeading(page)).toHaveText('Оплата не прошла');
      await expect(page.locator('main')).toContainText(/ждёт оплаты до\s(\d+\s[а-я]+,\s)?\d\d:\d\d/);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Вернуться к оплате' }).press('Enter');
      await expect(page).toHaveURL(`/claim/${claim.id}`);

      await operatedExchange.runOperator('claim', claim.id, 'cancelled');
      await page.goto('/claim/fail');
      await expect(pageHeading(page)).toHaveText(CLAIM_STATUS_RULES.cancelled.label);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Написать в поддержку' }).click();
      await expect(page).toHaveURL(/\/contacts#claim-[A-Z\d]+$/);
    });
  });

test('shows that the browser has no claim, or only the status of the claim in the address', async ({
  page,
  operatedExchange,
}) => {
  await page.goto('/claim/success');
  await expect(pageHeading(page)).toHaveText('Заявки в этом браузере нет');
  await expectAccessible(page);
  const claim = await operatedExchange.createClaim('LTC', 'SBERRUB');
  await page.goto(`/claim/success?claim=${claim.id}`);
  await expect(pageHeading(page)).toHaveText(CLAIM_STATUS_RULES.waiting.label);
  await expect(page.locator('main')).not.toContainText(claim.number);
  await page.getByRole('link', { name: 'Открыть заявку' }).click();
  await expect(page).toHaveURL(`/claim/${claim.id}`);
});

test('redirects the merchant’s POST to a page that can be reloaded', async ({ page, operatedExchange }) => {
  const claim = await operatedExchange.createClaim('LTC', 'SBERRUB');
  await openKnownClaim(page, claim);
  for (const path of ['/claim/success', '/claim/fail']) {
    const response = await page.request.post(path, { form: { claim: claim.id }, maxRedirects: 0 });
    expect(response.status()).toBe(303);
    expect(response.headers().location).toBe(`${path}?claim=${claim.id}`);
  }
});

test('shows a lost connection and recovers by itself', async ({
  page,
  operatedExchange,
  context,
  expectRepeatedProblems,
}) => {
  const claim = await operatedExchange.createClaim('LTC', 'SBERRUB');
  await openKnownClaim(page, claim);
  await page.route('**/api/v1/claim/**', route => route.abort());
  await page.goto('/claim/success');
  await expect(pageHeading(page)).toHaveText('Нет связи с сервером');
  await page.unroute('**/api/v1/claim/**');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(pageHeading(page)).toHaveText('Ждём подтверждения оплаты');
  await expectRepeatedProblems(/ERR_FAILED: .*\/api\/v1\/claim\/[^/]+\/status\/$/);
});

for (const [choice, heading] of [
  ['Оплатить', CLAIM_STATUS_RULES.paid.label],
  ['Отказаться', 'Оплата не прошла'],
] as const)
  test(`returns from the merchant’s page after «${choice}»`, async ({ page, operatedExchange }) => {
    const claim = await operatedExchange.createClaim('SBPRUB', 'LTC');
    await openKnownClaim(page, claim);
    await page.locator('exchange-widget').getByRole('button', { name: /оплат/i }).click();
    await page.getByRole('button', { name: choice }).click();
    await expect(page).toHaveURL(/\/claim\/(success|fail)\?claim=/);
    await expect(pageHeading(page)).toHaveText(heading);
    await page.reload();
    await expect(pageHeading(page)).toHaveText(heading);
  });
