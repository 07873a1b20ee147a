import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { ClaimCreated } from '#core/contract/claim.ts';
import type { Verification, VerificationHandoff } from '#core/contract/verification.ts';
import { NOT_FOUND_HEADING } from '#site/shell/errors/errorPageText.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { test, type OperatedExchange } from '../support/operatedExchange.ts';
import { expect, SCREENS } from '../support/siteTest.ts';

/** A photo like a phone's, but smaller. */
const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#506070' } })
  .jpeg()
  .toBuffer();

const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: photo };

/** Creates a claim that requires card verification, and its verification. */
async function createVerification({
  createClaim,
  origin,
}: OperatedExchange): Promise<{ claim: ClaimCreated; verification: Verification }> {
  const claim = await createClaim('SBERRUB', 'LTC', '20000');
  expect(claim.status).toBe('verification');
  const response = await fetch(`${origin}/api/v1/verify/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-claim-secret': claim.secret },
    body: JSON.stringify({ claim: claim.id }),
  });
  return { claim, verification: (await response.json()) as Verification };
}

/** Advances the page's clock, which polls every 5–15 s, until the element is visible. */
async function waitUntilVisible(page: Page, locator: Locator) {
  await expect
    .poll(async () => {
      await page.clock.runFor(4_000);
      return locator.isVisible();
    })
    .toBe(true);
}

async function submitPhoto(page: Page) {
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('загружено')).toBeVisible();
  await page.getByRole('button', { name: 'Отправить на проверку' }).click();
  await expect(page.getByText(/Фото карты .*\sу\sоператора/)).toBeVisible();
}

for (const { name, ...viewport } of SCREENS)
  test.describe(name, () => {
    test.use({ viewport });

    test('a rejected card is photographed again and approved', async ({ page, operatedExchange }) => {
      const { claim, verification } = await createVerification(operatedExchange);
      await page.clock.install();
      await page.goto(`/claim/${claim.id}#${claim.secret}`);
      await expect(page.getByRole('complementary', { name: 'О заявке' })).toBeVisible();
      await page.goto(`/verification/${verification.id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Подтверждение карты');
      await expect(page.locator('.instructions')).toContainText(`номер заявки ${claim.number}`);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      await submitPhoto(page);
      await expectAccessible(page);

      await operatedExchange.runOperator(
        'verification',
        verification.id,
        'reject',
        '--reason',
        'номер карты не виден',
      );
      const rejection = page.getByText(/Карту не\sподтвердили: номер карты не\sвиден/i);
      await waitUntilVisible(page, rejection);
      await expectAccessible(page);
      if ((await page.getByText('загружено').count()) === 0)
        await page.locator('input[type=file]').setInputFiles(file);
      await expect(page.getByText('загружено')).toBeVisible();
      await page.getByRole('button', { name: 'Отправить на проверку' }).click();
      await expect(page.getByText(/Фото карты .*\sу\sоператора/)).toBeVisible();

      await operatedExchange.runOperator('verification', verification.id, 'approve');
      await waitUntilVisible(page, page.getByText(/Карта .*\sподтверждена/));
      await expectAccessible(page);
      await page
        .locator('main')
        .getByRole('link', { name: `Заявка № ${claim.number}` })
        .click();
      await expect(page).toHaveURL(`/claim/${claim.id}`);
      await expect(page.locator('exchange-widget section').first()).not.toContainText('Ожидает верификации');
    });
  });

test('returns the 404 page without the claim’s secret', async ({ page, operatedExchange }) => {
  const { verification } = await createVerification(operatedExchange);
  await page.goto(`/verification/${verification.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND_HEADING);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a hand-off link opens on the first device only, also after a reload', async ({
    page,
    openOtherBrowser,
    operatedExchange,
    expectProblems,
  }) => {
    const { claim, verification } = await createVerification(operatedExchange);
    const response = await fetch(`${operatedExchange.origin}/api/v1/verify/${verification.id}/handoff/`, {
      method: 'POST',
      headers: { 'x-claim-secret': claim.secret },
    });
    const { url } = (await response.json()) as VerificationHandoff;
    const { pathname, hash } = new URL(url);
    await page.goto(pathname + hash);
    await expect(page).toHaveURL(`/verify/${verification.id}`);
    await expect(page.locator('.instructions')).toContainText(`номер заявки ${claim.number}`);
    await expect(page.getByRole('button', { name: 'Снять телефоном' })).toHaveCount(0);
    await expectAccessible(page);
    await page.reload();
    await submitPhoto(page);

    const otherPhone = await openOtherBrowser();
    await otherPhone.goto(pathname + hash);
    await expect(otherPhone.getByRole('heading', { level: 1 })).toHaveText('Ссылка больше не открывается');
    await expectAccessible(otherPhone);

    // An invalid link is not reported as deleted photos.
    await page.goto(`${pathname}#${'x'.repeat(43)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ссылка больше не открывается');
    await expectProblems(/404 .*\/api\/v1\/verify\/[^/]+\/$/, /404 .*\/api\/v1\/verify\/[^/]+\/$/);
  });

  test('shows that the photos are deleted', async ({ page, operatedExchange }) => {
    const { claim, verification } = await createVerification(operatedExchange);
    await page.goto(`/claim/${claim.id}#${claim.secret}`);
    await expect(page).toHaveURL(`/claim/${claim.id}`);
    await page.goto(`/verification/${verification.id}`);
    await submitPhoto(page);
    await page.getByRole('button', { name: 'Удалить фото' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Фото удалены');
    await page
      .locator('main')
      .getByRole('link', { name: `Заявка № ${claim.number}` })
      .click();
    await expect(page).toHaveURL(`/claim/${claim.id}`);
  });
});
