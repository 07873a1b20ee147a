import type { Reserve } from '#core/contract/calculator.ts';
import { toDecimalText, expect, test } from '../support/siteTest.ts';

const trimZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

test('/reserves shows the server’s reserves, links to the form, and keeps the figures while offline', async ({
  page,
  request,
  context,
  expectRepeatedProblems,
}) => {
  await page.goto('/reserves');
  const rows = page.locator('.live-table tbody tr:has(.sum-cell)');
  const reserves: Reserve[] = await (await request.get('/api/v1/calculator/reserves/')).json();
  await expect(rows).toHaveCount(reserves.length);
  const shownReserves = await rows.evaluateAll(all =>
    all.map(row => [
      row.querySelector('.code')?.textContent ?? '',
      row.querySelector('.sum-cell')?.textContent ?? '',
    ]),
  );
  const expected = new Map(reserves.map(item => [item.code, trimZeros(item.amount)]));
  for (const [code = '', sum = ''] of shownReserves)
    expect(trimZeros(toDecimalText(sum)), code).toBe(expected.get(code));
  const icons = page.locator('.live-table .coin');
  await expect.poll(() => icons.first().locator('path').count()).toBeGreaterThan(0);
  const colors = await icons.evaluateAll(all =>
    all.map(icon => icon.firstElementChild?.getAttribute('fill')),
  );
  expect(new Set(colors).size).toBeGreaterThan(10);
  await expect(page.locator('.live-table caption')).toHaveText([
    'Криптовалюты',
    'Банки',
    'Платёжные системы',
    'Наличные',
  ]);

  // The code of the next pages loads when the browser is idle.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Обновить' }).click();
  await expect(page.getByText(/Показаны данные на\s\d\d:\d\d/)).toBeVisible();
  await expect(rows).toHaveCount(reserves.length);
  await expectRepeatedProblems(/ERR_INTERNET_DISCONNECTED: .*\/calculator\/reserves\/$/);
  await context.setOffline(false);
  await expect(page.getByText(/^Данные на\s/)).toBeVisible();

  await page.getByRole('link', { name: /^Получить Toncoin/ }).click();
  await expect(page).toHaveURL('/?cur_to=TON');
  await expect(page.getByRole('button', { name: /^Вы\sполучаете: .*TON/ })).toBeVisible();
});

test('/reserves shows an error with a retry and an empty state', async ({ page, expectProblems }) => {
  await page.route('**/calculator/reserves/', route => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/reserves');
  const alert = page.locator('main').getByRole('alert');
  await expect(alert).toBeVisible();
  await expectProblems(/500 .*\/calculator\/reserves\/$/);
  await page.unroute('**/calculator/reserves/');
  await alert.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.locator('.live-table .sum-cell').first()).toBeVisible();
  await page.route('**/calculator/reserves/', route => route.fulfill({ json: [] }));
  await page.getByRole('button', { name: 'Обновить' }).click();
  await expect(page.getByText('Резервов сейчас нет')).toBeVisible();
});

test('/discounts shows the tiers of the server', async ({ page, request }) => {
  const tiers: { turnover: string; percent: string }[] = await (
    await request.get('/api/v1/calculator/discounts/')
  ).json();
  expect(tiers.length).toBeGreaterThan(0);
  await page.goto('/discounts');
  const rows = page.locator('.live-table tbody tr:has(.sum-cell)');
  await expect(rows).toHaveCount(tiers.length);
  const shownTiers = await rows.evaluateAll(all =>
    all.map(row => [...row.children].map(cell => cell.textContent ?? '')),
  );
  expect(shownTiers.map(cells => cells.map(toDecimalText))).toEqual(
    tiers.map(item => [item.turnover, item.percent]),
  );
});

test('/contest counts down, and shows when there is no contest', async ({ page }) => {
  await page.goto('/contest');
  await expect(page.getByText('Сейчас конкурса нет')).toBeVisible();
  let timeLeftMs = 2 * 86_400_000 + 3_600_000;
  await page.route('**/calculator/settings/', async route => {
    const body = await (await route.fetch()).json();
    const endsAt = new Date(Date.now() + timeLeftMs).toISOString();
    const contest = { title: 'Осенний конкурс', endsAt, prizes: ['100 USDT'], conditions: ['Одна заявка'] };
    await route.fulfill({ json: { ...body, contest } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Осенний конкурс' })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^До\sконца: 2\sдня 0[01] /);
  const seconds = () => page.locator('.timer b').last().innerText();
  const before = await seconds();
  await expect.poll(seconds).not.toBe(before);
  await expect(page.getByText('100 USDT')).toBeVisible();
  // The contest ends at its deadline, not at the next poll.
  timeLeftMs = 1_500;
  await page.reload();
  await expect(page.getByText('Сейчас конкурса нет')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('/contest counts down by the server’s clock', async ({ page }) => {
  const dayMs = 86_400_000;
  await page.route('**/calculator/settings/', async route => {
    const body = await (await route.fetch()).json();
    const endsAt = new Date(Date.now() + 5 * dayMs).toISOString();
    const contest = { title: 'Осенний конкурс', endsAt, prizes: [], conditions: [] };
    // The device's clock is 2.5 days behind.
    const date = new Date(Date.now() + 2.5 * dayMs).toUTCString();
    await route.fulfill({ json: { ...body, contest }, headers: { date } });
  });
  await page.goto('/contest');
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^До\sконца: 2\sдня (?:11|12)\sчас/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('/promocode shows the value of a promocode or its error', async ({ page, expectProblems }) => {
  await page.goto('/promocode');
  const field = page.getByRole('textbox', { name: 'Промокод' });
  const check = page.getByRole('button', { name: 'Проверить' });
  const result = page.locator('.field-message');
  await check.click();
  await expect(result).toHaveText('Введите промокод.');
  await expect(field).toBeFocused();
  await field.fill('start');
  await field.press('Enter');
  await expect(result).toHaveText(
    /^Промокод действует\. 1\sUSDT = [\d,]+\s₽ вместо [\d,]+\s₽, скидка 0,15\s%\.$/,
  );
  const exchange = page.getByRole('link', { name: 'Обменять с промокодом' });
  await expect(exchange).toHaveAttribute('href', '/');
  await field.fill('НЕТ');
  await expect(exchange).toBeHidden();
  await expect(result).toBeEmpty();
  await check.click();
  await expect(result).toHaveText('Такого промокода нет или он уже не действует. Проверьте его.');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  // The browser logs the 400.
  await expectProblems(/400 .*\/pair\/1\/19\/\?promocode=/);
});

test('/promocode hands a checked promocode to the form, not in the URL', async ({ page }) => {
  await page.goto('/promocode');
  await page.getByRole('textbox', { name: 'Промокод' }).fill(' start ');
  await page.getByRole('button', { name: 'Проверить' }).click();
  const course = /1\sUSDT = ([\d,]+)/.exec((await page.locator('.field-message b').textContent()) ?? '')?.[1];
  await page.getByRole('link', { name: 'Обменять с промокодом' }).click();
  await expect(page).toHaveURL(/\/$/);
  const widget = page.locator('exchange-widget');
  await expect(widget.getByText(`1\u00a0USDT = ${course}`)).toBeVisible();
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  const field = widget.locator('[name=promocode]');
  await expect(field).toHaveValue('start');
  await expect(field).toHaveAccessibleDescription(/^Промокод даёт \+[\d\s]+(,\d+)?\s₽$/);
  // It belongs to this tab's form once.
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter(key => key.endsWith('promocode'))),
  ).toEqual([]);
});

test('/monitoring builds and copies a link that opens the form with the chosen values', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/monitoring');
  await expect(page.getByRole('textbox', { name: 'Выгрузка XML' })).toHaveText(`${baseURL}/rates.xml`);
  expect((await page.request.get('/rates.xml')).status()).toBe(200);
  await page.getByLabel('Отдать').selectOption('USDTTRC20');
  await page.getByLabel('Получить').selectOption('CASHRUB');
  await page.getByLabel('Город').selectOption('SPB');
  await page.getByLabel('Сумма').fill('2000');
  await page.getByLabel('Номер партнёра').fill('42');
  await page.getByRole('button', { name: 'Скопировать: Прямая ссылка' }).click();
  const link = `${baseURL}/?cur_from=USDTTRC20&cur_to=CASHRUB&amount=2000&city=SPB&rid=42`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  // Rubles are not exchanged for rubles.
  await page.getByLabel('Отдать').selectOption('SBERRUB');
  await expect(page.getByLabel('Получить').locator('option[value=CASHRUB]')).toHaveCount(0);
  await page.goto(link);
  await expect(page.locator('input[name=fromSumma]')).toHaveValue(/^2\s000,00$/);
});

for (const path of ['/users', '/shops'])
  test(`${path} shows the terms of the referral programme and leads to registration`, async ({
    page,
    request,
  }) => {
    const { referral } = await (await request.get('/api/v1/calculator/settings/')).json();
    await page.goto(path);
    const terms = page.getByRole('table', { name: 'Условия для партнёров' });
    await expect(terms).toContainText(new RegExp(`${referral.percent}\\s% нашей прибыли`));
    await expect(terms).toContainText(new RegExp(`от\\s${referral.minimum}\\s\\$`));
    await page.getByRole('link', { name: 'Создать аккаунт партнёра' }).click();
    await expect(page).toHaveURL('/register');
  });

test('/shops shows the embedded form and its code', async ({ page, baseURL }) => {
  await page.goto('/shops');
  await expect(page.locator('exchange-widget input[name=fromSumma]')).not.toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Код для вставки' })).toContainText(
    `<script src="${baseURL}/widget/exchange-widget.js?cur_from=USDTTRC20&cur_to=SBERRUB" async crossorigin></script>`,
  );
});

test('/users begins with what clients get; the terms of partners follow', async ({ page }) => {
  await page.goto('/users');
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText([
    'Без аккаунта',
    'С аккаунтом',
    'Реферальная программа',
    'Условия для партнёров',
  ]);
});
