import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { createServerProcess } from '#tests/support/serverProcess.ts';
import { test as base } from '../support/operatedExchange.ts';
import { expect, openHomeForm } from '../support/siteTest.ts';

/** A test on a front end whose backend is the test file's exchange. */
const test = base.extend<object, { frontOrigin: string }>({
  frontOrigin: [
    async ({ operatedExchange }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'razmen-front-'));
      const server = await createServerProcess({
        DATA_DIR: folder,
        API_ORIGIN: operatedExchange.origin,
        LOG_LEVEL: 'warn',
      });
      try {
        await server.start();
        await provide(server.origin);
      } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ frontOrigin }, provide) => provide(frontOrigin),
});

test('creates and follows a claim through a front end', async ({ page, operatedExchange }) => {
  const form = await openHomeForm(page, '/?cur_from=LTC&cur_to=TBRUB');
  await form.fromSumma.fill('2,5');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const requisites = page.getByRole('form', { name: 'Реквизиты' });
  await requisites.getByLabel('Номер карты').fill('2200 0000 0000 0004');
  await requisites.getByLabel('Имя и фамилия владельца').fill('Анна Смирнова');
  await requisites.getByLabel('Почта').fill('front@example.com');
  await requisites.getByRole('checkbox').check();
  await requisites.getByRole('button', { name: 'Проверить заявку' }).click();
  const response = page.waitForResponse(
    one => one.url().endsWith('/api/v1/claim/') && one.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  const claim: ClaimCreated = await (await response).json();
  const payment = page.getByRole('region', { name: 'Оплата заявки' });
  await expect(payment).toContainText(`№ ${claim.number}`);
  await expect(payment.locator('.address')).toBeVisible();

  // The claim is on the backend: its operator moves it, and the front end shows the new status.
  await operatedExchange.runOperator('claim', claim.number, 'confirming');
  await page.goto(`/claim/${claim.id}`);
  await expect(page.locator('exchange-widget')).toContainText('Ждём подтверждений сети');
});
