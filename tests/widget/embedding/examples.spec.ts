import type { Locator, Page } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../support/widgetTest.ts';

/** Opens the live page and returns its widget when the lists are filled. */
async function openLivePage(page: Page): Promise<Locator> {
  await page.goto('/examples/');
  await expect(page.getByLabel('Отдают')).toHaveValue('USDTTRC20');
  await expect(page.getByLabel('Получают')).toHaveValue('SBERRUB');
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  return widget;
}

const readCode = (page: Page) => page.locator('pre').innerText();

const readStyle = (locator: Locator, name: string) =>
  locator.evaluate((node, key) => getComputedStyle(node).getPropertyValue(key), name);

test('applies the chosen pair to the widget and the code', async ({ page }) => {
  const widget = await openLivePage(page);
  await page.getByLabel('Отдают').selectOption('BTC');
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
  await page.getByLabel('Получают').selectOption('SBPRUB');
  await expect(widget.getByRole('button', { name: /^Вы\sполучаете: RUB/ })).toContainText('СБП');
  await page.getByLabel('Сумма').fill('0,25');
  await expect(widget.locator('[name=fromSumma]')).toHaveValue('0,25');
  await page.getByLabel('Код партнёра').fill('shop "7"');
  expect(await readCode(page)).toContain(
    '<exchange-widget cur_from="BTC" cur_to="SBPRUB" amount="0,25" rid="shop &quot;7&quot;">',
  );
  // The widget has a field of the same name.
  const cityControl = page.locator('#city');
  await expect(cityControl).toBeHidden();
  await page.getByLabel('Получают').selectOption('CASHRUB');
  await cityControl.selectOption({ label: 'Санкт-Петербург' });
  await expect(widget.getByLabel('Город')).toHaveValue('SPB');
  // An unavailable pair is replaced by an available one.
  await page.getByLabel('Отдают').selectOption('CASHRUB');
  await expect(page.getByLabel('Получают')).not.toHaveValue('CASHRUB');
});

test('applies a pair picked in the widget to the controls', async ({ page }) => {
  const widget = await openLivePage(page);
  await widget.getByRole('button', { name: /^Вы\sотдаёте:/ }).click();
  await widget.getByRole('option', { name: /Toncoin/ }).click();
  await expect(page.getByLabel('Отдают')).toHaveValue('TON');
  await expect.poll(() => readCode(page)).toContain('cur_from="TON" cur_to="SBERRUB"');
  await expect(page.locator('.log')).toContainText(/exchange-change.+"from":"TON".+"source":"user"/);
  await page.getByLabel('Отдают').selectOption('LTC');
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: LTC' })).toBeVisible();
  await expect(page.locator('.log')).toContainText(/exchange-change.+"from":"LTC".+"source":"attribute"/);
});

test('applies theme, width and all seven properties to the widget and the code', async ({ page }) => {
  const widget = await openLivePage(page);
  const [panel, button] = [widget.locator('[part=panel]'), widget.locator('[part=button]')];
  await page.getByLabel('Светлая').check();
  expect(await readStyle(panel, 'background-color')).toBe('rgb(255, 255, 255)');
  await page.getByLabel('Тёмная').check();
  expect(await readStyle(panel, 'background-color')).toBe('rgb(19, 22, 17)');
  await page.getByLabel('Ширина').fill('360');
  expect((await widget.boundingBox())?.width).toBe(360);
  await page.getByLabel('Акцент', { exact: true }).fill('#0a3d91');
  await page.getByLabel('Надпись на кнопке', { exact: true }).fill('#ffffff');
  expect(await readStyle(button, 'color')).toBe('rgb(255, 255, 255)');
  await page.getByLabel('Фон', { exact: true }).fill('#101820');
  await page.getByLabel('Текст', { exact: true }).fill('#f0f0e0');
  expect(await readStyle(panel, 'background-color')).toBe('rgb(16, 24, 32)');
  await page.getByLabel('Скругление').fill('8');
  await page.getByLabel('Рамка').selectOption('Без рамки');
  await page.getByLabel('Шрифт').selectOption('С засечками');
  expect(await readStyle(panel, 'border-radius')).toBe('8px');
  expect(await readStyle(panel, 'border-top-width')).toBe('0px');
  expect(await readStyle(panel, 'font-family')).toBe('Georgia, serif');
  const rules = [
    'max-width: 360px',
    '--exchange-accent: #0a3d91',
    '--exchange-on-accent: #ffffff',
    '--exchange-surface: #101820',
    '--exchange-text: #f0f0e0',
    '--exchange-radius: 8px',
    '--exchange-border: 0',
    '--exchange-font: Georgia, serif',
  ];
  for (const rule of rules) expect(await readCode(page)).toContain(`${rule};`);
  expect(await readCode(page)).toContain('theme="dark"');

  await page.getByLabel('React').check();
  const react = await readCode(page);
  expect(react).toContain("import { ExchangeWidget } from '@razmen/exchange-widget/react'");
  expect(react).toContain(`api="${new URL(page.url()).origin}"`);
  expect(react).toContain("maxWidth: 360, '--exchange-accent': '#0a3d91'");

  await page.getByRole('button', { name: 'Вернуть по умолчанию: Фон' }).click();
  expect(await readCode(page)).not.toContain('--exchange-surface');
  expect(await readStyle(panel, 'background-color')).toBe('rgb(19, 22, 17)');
  await expect(page.getByLabel('Фон', { exact: true })).toBeFocused();
});

test('refuses a low-contrast accent and offers a fix', async ({ page }) => {
  const widget = await openLivePage(page);
  const [button, accent] = [widget.locator('[part=button]'), page.getByLabel('Акцент', { exact: true })];
  const before = await readStyle(button, 'background-color');
  await accent.fill('#0a3d91');
  await expect(page.getByRole('alert')).toContainText(
    /Контраст надписи на\sкнопке 1,83, нужно не\sменьше 4,5/,
  );
  await expect(accent).toHaveAttribute('aria-invalid', 'true');
  expect(await readStyle(button, 'background-color')).toBe(before);
  expect(await readCode(page)).not.toContain('--exchange');
  await page.getByRole('button', { name: 'Поставить #ffffff' }).click();
  await expect(page.locator('#warnings')).toBeEmpty();
  expect(await readStyle(button, 'color')).toBe('rgb(255, 255, 255)');
  await expect(page.locator('pre')).toContainText('--exchange-accent: #0a3d91;');
  // The contrast is too low in one of the themes.
  await page.getByLabel('Текст', { exact: true }).fill('#222222');
  await expect(page.getByRole('alert')).toContainText(/Контраст текста на\sфоне в\sодной из\sтем/);
  await page.getByLabel('Светлая').check();
  await expect(page.locator('#warnings')).toBeEmpty();
});

for (const variant of ['Тег скрипта', /Один файл/])
  test(`the copied code works on a fresh page of another origin: ${variant}`, async ({
    page,
    context,
    partnerOrigin,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openLivePage(page);
    await page.getByLabel('Отдают').selectOption('ETH');
    await page.getByLabel('Ширина').fill('400');
    await page.getByLabel('Скругление').fill('4');
    await page.getByLabel(variant).check();
    await page.getByRole('button', { name: 'Скопировать код' }).click();
    await expect(page.getByText('Код скопирован')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto(partnerOrigin);
    await page.setContent(
      `<!doctype html><html lang="ru"><title>Магазин</title><body>${copied}</body></html>`,
    );
    const widget = page.locator('exchange-widget');
    await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
    await expect(widget.getByRole('button', { name: 'Вы отдаёте: ETH' })).toBeVisible();
    expect((await widget.boundingBox())?.width).toBe(400);
    expect(await readStyle(widget.locator('[part=panel]'), 'border-radius')).toBe('4px');
  });

test('selects the code if the clipboard is blocked', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('blocked', 'NotAllowedError')) },
    });
  });
  await openLivePage(page);
  await page.getByRole('button', { name: 'Скопировать код' }).click();
  await expect(page.getByText('Код выделен: скопируйте его сами')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await readCode(page));
});

test('shows a server error with a retry', async ({ page, expectRepeatedProblems }) => {
  await page.route('**/api/v1/calculator/', route => route.abort());
  await page.route('**/widget/integrity.json', route => route.fulfill({ status: 404 }));
  await page.goto('/examples/');
  await expect(page.getByText('Сервер не отвечает')).toBeVisible();
  await expect(page.getByLabel(/Один файл/)).toBeHidden();
  await page.unroute('**/api/v1/calculator/');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByLabel('Получают')).toHaveValue('SBERRUB');
  await expectRepeatedProblems(/ERR_FAILED: .*\/api\/v1\/calculator\/$/, /404 .*\/widget\/integrity\.json$/);
});

for (const path of ['/examples/', '/examples/gallery/'])
  test(`${path} is accessible and fits a phone and a desktop`, async ({ page }) => {
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(path);
      if (path === '/examples/') await openLivePage(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    }
  });

test('shows a gallery page beside the list', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/examples/gallery/');
  await page.getByRole('link', { name: 'Показать рядом: Корень 1' }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: /Корень 1\sпиксель/ })).toBeVisible();
  await expect(frame.locator('exchange-widget [name=fromSumma]')).not.toHaveValue('');
});
