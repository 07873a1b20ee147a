import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { spawned } from '#tests/server/spawned.ts';
import { test as base } from './exchange.ts';
import { expect, openForm } from './fixture.ts';

/** The site as a front end of its own before the test file's exchange. */
const test = base.extend<object, { front: string }>({
  front: [
    async ({ desk }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'razmen-front-'));
      const server = await spawned({ DATA_DIR: folder, API_ORIGIN: desk.origin, LOG_LEVEL: 'warn' });
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
  baseURL: async ({ front }, provide) => provide(front),
});

test('a claim is made and followed on a front end that stands before the exchange', async ({
  page,
  desk,
}) => {
  const form = await openForm(page, '/?cur_from=LTC&cur_to=TBRUB');
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
  await expect(payment.locator('.addr')).toBeVisible();

  // It is the exchange's: its operator moves it on, and the page follows.
  await desk.operate('claim', claim.number, 'confirming');
  await page.goto(`/claim/${claim.id}`);
  await expect(page.locator('exchange-widget')).toContainText('Ждём подтверждений сети');
});
