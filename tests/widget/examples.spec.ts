import type { Locator, Page } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixture.ts';

/** The live page with its lists filled, and the widget on it. */
async function openLive(page: Page): Promise<Locator> {
  await page.goto('/examples/');
  await expect(page.getByLabel('Отдают')).toHaveValue('USDTTRC20');
  await expect(page.getByLabel('Получают')).toHaveValue('SBERRUB');
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  return widget;
}

const code = (page: Page) => page.locator('pre').innerText();

const look = (locator: Locator, name: string) =>
  locator.evaluate((node, key) => getComputedStyle(node).getPropertyValue(key), name);

test('the pair comes from the server, and the widget and the code follow it', async ({ page }) => {
  const widget = await openLive(page);
  await page.getByLabel('Отдают').selectOption('BTC');
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
  await page.getByLabel('Получают').selectOption('SBPRUB');
  await expect(widget.getByRole('button', { name: /^Вы получаете: RUB/ })).toContainText('СБП');
  await page.getByLabel('Сумма').fill('0,25');
  await expect(widget.locator('[name=fromSumma]')).toHaveValue('0,25');
  await page.getByLabel('Код партнёра').fill('shop "7"');
  expect(await code(page)).toContain(
    '<exchange-widget cur_from="BTC" cur_to="SBPRUB" amount="0,25" rid="shop &quot;7&quot;">',
  );
  await expect(page.getByLabel('Город')).toBeHidden();
  await page.getByLabel('Получают').selectOption('CASHRUB');
  await page.getByLabel('Город').selectOption({ label: 'Санкт-Петербург' });
  await expect(widget.getByRole('button', { name: /^Вы получаете: RUB/ })).toContainText('Санкт-Петербург');
  // What cannot be had for the new one is left for what can.
  await page.getByLabel('Отдают').selectOption('CASHRUB');
  await expect(page.getByLabel('Получают')).not.toHaveValue('CASHRUB');
});

test('a pair picked in the widget is the chosen one, and can be changed again', async ({ page }) => {
  const widget = await openLive(page);
  await widget.getByRole('button', { name: /^Вы отдаёте:/ }).click();
  await widget.getByRole('option', { name: /Toncoin/ }).click();
  await expect(page.getByLabel('Отдают')).toHaveValue('TON');
  expect(await code(page)).toContain('cur_from="TON" cur_to="SBERRUB"');
  await expect(page.locator('.log')).toContainText(/exchange-change.+"from":"TON".+"source":"user"/);
  await page.getByLabel('Отдают').selectOption('LTC');
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: LTC' })).toBeVisible();
  await expect(page.locator('.log')).toContainText(/exchange-change.+"from":"LTC".+"source":"attribute"/);
});

test('theme, width and all seven properties show on the widget and in the code', async ({ page }) => {
  const widget = await openLive(page);
  const [panel, button] = [widget.locator('[part=panel]'), widget.locator('[part=button]')];
  await page.getByLabel('Светлая').check();
  expect(await look(panel, 'background-color')).toBe('rgb(255, 255, 255)');
  await page.getByLabel('Тёмная').check();
  expect(await look(panel, 'background-color')).toBe('rgb(19, 22, 17)');
  await page.getByLabel('Ширина').fill('360');
  expect((await widget.boundingBox())?.width).toBe(360);
  await page.getByLabel('Акцент', { exact: true }).fill('#0a3d91');
  await page.getByLabel('Надпись на кнопке', { exact: true }).fill('#ffffff');
  expect(await look(button, 'color')).toBe('rgb(255, 255, 255)');
  await page.getByLabel('Фон', { exact: true }).fill('#101820');
  await page.getByLabel('Текст', { exact: true }).fill('#f0f0e0');
  expect(await look(panel, 'background-color')).toBe('rgb(16, 24, 32)');
  await page.getByLabel('Скругление').fill('8');
  await page.getByLabel('Рамка').selectOption('Без рамки');
  await page.getByLabel('Шрифт').selectOption('С засечками');
  expect(await look(panel, 'border-radius')).toBe('8px');
  expect(await look(panel, 'border-top-width')).toBe('0px');
  expect(await look(panel, 'font-family')).toBe('Georgia, serif');
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
  for (const rule of rules) expect(await code(page)).toContain(`${rule};`);
  expect(await code(page)).toContain('theme="dark"');

  await page.getByLabel('React').check();
  const react = await code(page);
  expect(react).toContain("import { ExchangeWidget } from '@razmen/exchange-widget/react'");
  expect(react).toContain(`api="${new URL(page.url()).origin}"`);
  expect(react).toContain("maxWidth: 360, '--exchange-accent': '#0a3d91'");

  await page.getByRole('button', { name: 'Вернуть по умолчанию: Фон' }).click();
  expect(await code(page)).not.toContain('--exchange-surface');
  expect(await look(panel, 'background-color')).toBe('rgb(19, 22, 17)');
  await expect(page.getByLabel('Фон', { exact: true })).toBeFocused();
});

test('an accent on which the button cannot be read is refused with the figure, and the way out is one button', async ({
  page,
}) => {
  const widget = await openLive(page);
  const [button, accent] = [widget.locator('[part=button]'), page.getByLabel('Акцент', { exact: true })];
  const before = await look(button, 'background-color');
  await accent.fill('#0a3d91');
  await expect(page.getByRole('alert')).toContainText(
    /Контраст надписи на\sкнопке 1,83, нужно не\sменьше 4,5/,
  );
  await expect(accent).toHaveAttribute('aria-invalid', 'true');
  expect(await look(button, 'background-color')).toBe(before);
  expect(await code(page)).not.toContain('--exchange');
  await page.getByRole('button', { name: 'Поставить #ffffff' }).click();
  await expect(page.locator('#warnings')).toBeEmpty();
  expect(await look(button, 'color')).toBe('rgb(255, 255, 255)');
  await expect(page.locator('pre')).toContainText('--exchange-accent: #0a3d91;');
  // Text that can be read on one of the themes only.
  await page.getByLabel('Текст', { exact: true }).fill('#222222');
  await expect(page.getByRole('alert')).toContainText(/Контраст текста на\sфоне в\sодной из\sтем/);
  await page.getByLabel('Светлая').check();
  await expect(page.locator('#warnings')).toBeEmpty();
});

for (const variant of ['Тег скрипта', /Один файл/])
  test(`the copied code works on a fresh page of another origin: ${variant}`, async ({
    page,
    context,
    partner,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openLive(page);
    await page.getByLabel('Отдают').selectOption('ETH');
    await page.getByLabel('Ширина').fill('400');
    await page.getByLabel('Скругление').fill('4');
    await page.getByLabel(variant).check();
    await page.getByRole('button', { name: 'Скопировать код' }).click();
    await expect(page.getByText('Код скопирован')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto(partner);
    await page.setContent(
      `<!doctype html><html lang="ru"><title>Магазин</title><body>${copied}</body></html>`,
    );
    const widget = page.locator('exchange-widget');
    await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
    await expect(widget.getByRole('button', { name: 'Вы отдаёте: ETH' })).toBeVisible();
    expect((await widget.boundingBox())?.width).toBe(400);
    expect(await look(widget.locator('[part=panel]'), 'border-radius')).toBe('4px');
  });

test('the clipboard is blocked: the code is selected instead', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('blocked', 'NotAllowedError')) },
    });
  });
  await openLive(page);
  await page.getByRole('button', { name: 'Скопировать код' }).click();
  await expect(page.getByText('Код выделен: скопируйте его сами')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await code(page));
});

test('the server is away: the page says so and tries again; without single scripts there is no such choice', async ({
  page,
  problems,
}) => {
  await page.route('**/api/v1/calculator/', route => route.abort());
  await page.route('**/widget/integrity.json', route => route.fulfill({ status: 404 }));
  await page.goto('/examples/');
  await expect(page.getByText('Сервер не\u00a0отвечает')).toBeVisible();
  await expect(page.getByLabel(/Один файл/)).toBeHidden();
  await page.unroute('**/api/v1/calculator/');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByLabel('Получают')).toHaveValue('SBERRUB');
  problems.length = 0;
});

for (const path of ['/examples/', '/examples/gallery/'])
  test(`${path} is accessible and fits a phone and a desk`, async ({ page }) => {
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(path);
      if (path === '/examples/') await openLive(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    }
  });

test('a page of the gallery is shown beside the list', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/examples/gallery/');
  await page.getByRole('link', { name: 'Показать рядом: Корень 1' }).click();
  const shown = page.frameLocator('iframe');
  await expect(shown.getByRole('heading', { name: /Корень 1\sпиксель/ })).toBeVisible();
  await expect(shown.locator('exchange-widget [name=fromSumma]')).not.toHaveValue('');
});
