import type { Request } from '@playwright/test';
import { accessible, CARD, expect, fill, openForm, test } from './fixture.ts';

const isPost = (request: Request) => request.method() === 'POST' && request.url().endsWith('/claim/');

test('the server dies with the claim on its way: the same key repeats until it is told, and makes one claim', async ({
  page,
  shop,
  own,
  problems,
}) => {
  const email = 'died@example.com';
  const widget = await openForm(page, shop.page(own.origin, { cur_from: 'BTC', cur_to: 'SBERRUB' }));
  await fill(widget, { ...CARD, email });
  const keys: (string | undefined)[] = [];
  page.on('request', request => isPost(request) && keys.push(request.headers()['idempotency-key']));
  // The claim is made, and the answer never comes.
  await page.route(
    '**/api/v1/claim/',
    async route => {
      await route.fetch();
      await own.kill();
      await route.abort();
    },
    { times: 1 },
  );
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByText('второй такой же не\u00a0будет')).toBeVisible();
  await expect(widget.getByRole('button', { name: 'Создаём заявку…' })).toBeVisible();
  await accessible(page);
  await own.start();
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(await own.made(email)).toBe(1);
  problems.length = 0;
});

test('a reload with the answer still out goes on with the same key', async ({
  page,
  shop,
  own,
  problems,
}) => {
  const email = 'reloaded@example.com';
  const widget = await openForm(page, shop.page(own.origin, { cur_from: 'BTC', cur_to: 'SBERRUB' }));
  await fill(widget, { ...CARD, email });
  const keys: (string | undefined)[] = [];
  page.on('request', request => isPost(request) && keys.push(request.headers()['idempotency-key']));
  await page.route('**/api/v1/claim/', async route => {
    await route.fetch();
    await route.abort();
  });
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByText('второй такой же не\u00a0будет')).toBeVisible();
  await page.unroute('**/api/v1/claim/');
  await page.reload();
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(keys.length).toBeGreaterThan(1);
  expect(await own.made(email)).toBe(1);
  problems.length = 0;
});

test('offline at the last look: said, a way back, and the claim that was asked for is made with the line', async ({
  page,
  context,
  shop,
  own,
  problems,
}) => {
  await page.clock.install();
  const email = 'offline@example.com';
  const widget = await openForm(page, shop.page(own.origin, { cur_from: 'BTC', cur_to: 'SBERRUB' }));
  await fill(widget, { ...CARD, email });
  await context.setOffline(true);
  await page.clock.runFor(20_000);
  const notice = widget.getByText('Нет связи с\u00a0сервером');
  await expect(notice).toBeVisible();
  await accessible(page);
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByText('Ответа пока нет')).toBeVisible();
  await widget.getByRole('button', { name: 'Назад' }).click();
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByText('Ответа пока нет')).toBeVisible();
  await context.setOffline(false);
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(await own.made(email)).toBe(1);
  problems.length = 0;
});

test('the course is refreshed at the last look, and the sums with it', async ({ page, shop, own }) => {
  await page.clock.install();
  const widget = await openForm(page, shop.page(own.origin, { cur_from: 'USDTTRC20', cur_to: 'TCSBRUB' }));
  await widget.locator('[name=fromSumma]').fill('1000');
  await fill(widget, CARD);
  await own.freeze('USDTTRC20', 'TCSBRUB', '77');
  await expect
    .poll(async () => {
      await page.clock.runFor(16_000);
      return widget.locator('.sum').innerText();
    })
    .toContain('77\u00a0000,00\u00a0₽');
});
