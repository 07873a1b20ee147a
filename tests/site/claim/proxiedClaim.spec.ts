import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { createServerProcess } from '#tests/support/serverProcess.ts';
import { test as base } from '../support/operatedExchange.ts';
import { expect, openHomeForm } from '../support/siteTest.ts';

/** The site as a front end of its own before the test file's exchange. */
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

test('a claim is made and followed on a front end that stands before the exchange', async ({
  page,
  operatedExchange,
}) => {
  const form = await openHomeForm(page, '/?cur_from=LTC&cur_to=TBRUB');
  await form.fromSumma.fill('2,5');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const requisites = page.getByRole('form', { name: 'Реквизиты' });
  await requisites.getByLabel('Номер карты').fill('2200 0000 0000 0004');
  await requisites.getByLabel('Имя и фамилия владельца').fill('Анна Смирнова');
  await requisites.getByLabel('Почта').fill('front@example.com');
  await requisites.getByRole('checkbox').check();
  await requisites.getByRole('button', { name: 'Проверить заявку' }).click();
  const answer = page.waitForResponse(
    one => one.url().endsWith('/api/v1/claim/') && one.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  const claim: ClaimCreated = await (await answer).json();
  const payment = page.getByRole('region', { name: 'Оплата заявки' });
  await expect(payment).toContainText(`№ ${claim.number}`);
  await expect(payment.locator('.address')).toBeVisible();

  // It is the exchange's: its operator moves it on, and the page follows.
  await operatedExchange.runOperator('claim', claim.number, 'confirming');
  await page.goto(`/claim/${claim.id}`);
  await expect(page.locator('exchange-widget')).toContainText('Ждём подтверждений сети');
});
