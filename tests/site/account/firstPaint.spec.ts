import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { routePaths } from '#site/routePaths.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { logInNewAccount } from './support/logInNewAccount.ts';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

/** A slow line: every response of the API comes later. */
const RESPONSE_DELAY_MS = 400;

/** What the content of each page has, and its placeholder has not. */
const PAGES = [
  [routePaths.dashboard, 'Обзор', 'Вы вошли как'],
  [routePaths.applications, 'Заявки', 'Заявок пока нет'],
  [routePaths.cards, 'Карты', 'Здесь пока нет карт'],
  [routePaths.promocodes, 'Промокоды', 'Здесь пока нет промокодов'],
  [routePaths.safety, 'Безопасность', 'Это устройство'],
  [routePaths.shopUsage, 'Как подключить', 'Код для вставки'],
] as const;

async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const recorded = window as unknown as { shifts: number };
    recorded.shifts = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        recorded.shifts += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts);
}

for (const { name, width, height } of SCREENS)
  test(`pages of the account have heading and rows from the first paint, and nothing jumps (${name})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await logInNewAccount(page, exchange);
    let startScripts = () => {};
    let scriptsMayStart = Promise.resolve();
    await page.route(/\/assets\/index-[^/]+\.js$/, async route => {
      await scriptsMayStart;
      await route.continue();
    });
    await page.route(/\/(?:api|front-api)\//, async route => {
      await new Promise(resolve => setTimeout(resolve, RESPONSE_DELAY_MS));
      await route.continue();
    });
    const readShifts = await recordShifts(page);
    for (const [path, title, content] of PAGES) {
      scriptsMayStart = new Promise(resolve => {
        startScripts = resolve;
      });
      await page.goto(exchange.origin + path, { waitUntil: 'commit' });
      const heading = page.getByRole('heading', { level: 1, name: title });
      await expect(heading).toBeVisible();
      await expect(page).toHaveTitle(`${title} · Размен`);
      await expect(page.locator('.account-skeleton')).toBeVisible();
      await expect(page.getByText(content, { exact: true }).first()).toHaveCount(0);
      if (path === routePaths.dashboard) await expectAccessible(page);
      const placeholder = await heading.boundingBox();
      startScripts();
      await expect(page.getByText(content).first()).toBeVisible();
      expect(await heading.boundingBox(), path).toEqual(placeholder);
      expect(await readShifts(), path).toBeLessThan(0.05);
    }
  });

const NOTICES = [
  [routePaths.dashboard, 'Обзор', 'Чтобы открыть кабинет'],
  [routePaths.login, 'Вход', 'Чтобы войти'],
  ['/claim/0b6f8f6e-7b0f-4a53-9d3a-3b1f8d9c1a11', 'Ваша заявка', 'Чтобы увидеть заявку'],
  [routePaths.fail, 'Узнаём статус заявки', 'Чтобы увидеть статус заявки'],
] as const;

test('without JavaScript private pages say what they are and what they need it for', async ({
  openOtherBrowser,
}) => {
  const page = await openOtherBrowser({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  });
  for (const [path, title, notice] of NOTICES) {
    await page.goto(exchange.origin + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached();
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('noscript p')).toContainText(notice);
    await expect(page.locator('.skeleton:visible')).toHaveCount(0);
    await expect(page.getByText('Чтобы обменять валюту')).toHaveCount(0);
  }
});
