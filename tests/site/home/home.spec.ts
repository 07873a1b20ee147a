import type { Reserve } from '#core/contract/calculator.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { toDecimalText, expect, openHomeForm, SCREENS, test } from '../support/siteTest.ts';

/** Removes trailing decimal zeros. */
const trimZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('is accessible, does not scroll sideways and causes no layout shift', async ({ page }) => {
      await page.addInitScript(() => {
        let sum = 0;
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
          Object.assign(window, { layoutShift: sum });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await openHomeForm(page, '/');
      await expect(page.locator('#reserves b').first()).toBeVisible();
      await expect(page.locator('.rates-table td').first()).toContainText('₽');
      await page.evaluate(() => document.fonts.ready);

      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      const shift = await page.evaluate(() => (window as { layoutShift?: number }).layoutShift ?? 0);
      expect(shift).toBeLessThan(0.01);
    });
  });
}

test('keeps its layout after visiting other pages', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const boxes = () =>
    page
      .locator('main :is(.hero, .hero > *, exchange-widget)')
      .evaluateAll(all =>
        all.map(item => [item.className || item.localName, item.clientWidth, item.clientHeight]),
      );
  await openHomeForm(page, '/');
  await expect(page.locator('.rates-table td').first()).toContainText('₽');
  const before = await boxes();
  for (const name of ['Промокод', 'Магазинам', 'Обменять'])
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
  await expect(page.locator('exchange-widget').locator('[name=fromSumma]')).not.toHaveValue('');
  await expect(page.locator('.rates-table td').first()).toContainText('₽');
  expect(await boxes()).toEqual(before);
});

test('shows every reserve of the server and the time of the last change', async ({ page, request }) => {
  await page.goto('/');
  const lines = page.locator('#reserves li:has(b)');
  await expect(lines.first()).toBeVisible();
  const reserves: Reserve[] = await (await request.get('/api/v1/calculator/reserves/')).json();
  expect(reserves.length).toBeGreaterThan(10);
  await expect(lines).toHaveCount(reserves.length);
  const shownAmounts = await lines.evaluateAll(all =>
    all.map(item => item.querySelector('.numeric')?.textContent ?? ''),
  );
  expect(shownAmounts.map(text => trimZeros(toDecimalText(text)))).toEqual(
    reserves.map(item => trimZeros(item.amount)),
  );
  await expect(page.locator('#reserves time')).toHaveText(/^\d\d:\d\d$/);
});

test('shows the server’s courses', async ({ page, request }) => {
  await page.goto('/');
  const row = page.locator('.rates-table tr', { hasText: 'BTC на Т-Банк' });
  await expect(row.locator('td')).toContainText('₽');
  const reserves: Reserve[] = await (await request.get('/api/v1/calculator/reserves/')).json();
  const id = (code: string) => reserves.find(item => item.code === code)?.id;
  const response = await request.get(`/api/v1/calculator/course/${id('BTC')}/${id('TCSBRUB')}/`);
  const { course } = await response.json();
  const [whole = '', fraction = ''] = String(course).split('.');
  // Two decimals of rubles, rounded down.
  const shownCourse = toDecimalText(await row.locator('td').innerText());
  expect(shownCourse).toBe(`${whole}.${fraction.padEnd(2, '0').slice(0, 2)}`);
});

test('shows a connection error and retries on click', async ({ page, expectRepeatedProblems }) => {
  await page.route('**/calculator/market/**', route => route.abort());
  await page.goto('/');
  const reserves = page.locator('#reserves');
  await expect(reserves.getByText('Нет связи с сервером')).toBeVisible();
  await expect(page.locator('.rates-table').getByText('Нет связи с сервером')).toBeVisible();
  await page.unroute('**/calculator/market/**');
  await expectRepeatedProblems(/ERR_FAILED: .*\/calculator\/market\//);
  await reserves.getByRole('button', { name: 'Повторить' }).click();
  await expect(reserves.locator('b').first()).toBeVisible();
  await expect(page.locator('.rates-table td').first()).toContainText('₽');
});

test('keeps its figures when a later poll fails', async ({ page, expectRepeatedProblems }) => {
  await page.clock.install();
  await openHomeForm(page, '/');
  const first = page.locator('#reserves li .numeric').first();
  await expect(first).toHaveText(/\d/);
  const before = await first.innerText();
  await page.route(/\/calculator\/(market|course)\//, route => route.abort());
  const failed = page.waitForEvent('requestfailed', request => request.url().includes('/market/'));
  await page.clock.runFor(61_000);
  await failed;
  await page.clock.runFor(10_000);
  await expect(first).toHaveText(before);
  await expect(page.getByText('Чаще всего меняют')).toBeVisible();
  await expectRepeatedProblems(
    /ERR_FAILED: .*\/calculator\/market\//,
    /ERR_FAILED: .*\/calculator\/course\/1\/19\/$/,
  );
});
