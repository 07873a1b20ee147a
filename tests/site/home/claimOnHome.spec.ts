import type { Page } from '@playwright/test';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { test } from '../support/operatedExchange.ts';
import { expect, openHomeForm } from '../support/siteTest.ts';

const CARD = '2200 0000 0000 0004';

const locateWidget = (page: Page) => page.locator('exchange-widget');
const locateStatus = (page: Page) => locateWidget(page).getByRole('region', { name: 'Статус заявки' });
const locatePayment = (page: Page) => locateWidget(page).getByRole('region', { name: 'Оплата заявки' });
const locateHeaderLink = (page: Page, { number }: ClaimCreated) =>
  page.getByRole('banner').getByRole('link', { name: `№ ${number}` });
const locateFrom = (page: Page) => page.getByRole('button', { name: /^Вы отдаёте:/ });

/** Creates a claim in the form of the home page. */
async function createClaimOnHome(page: Page): Promise<ClaimCreated> {
  const form = await openHomeForm(page, '/?cur_from=LTC&cur_to=ACRUB');
  await form.fromSumma.fill('2');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const requisites = page.getByRole('form', { name: 'Реквизиты' });
  await requisites.getByLabel('Номер карты').fill(CARD);
  await requisites.getByLabel('Имя и фамилия владельца').fill('Анна Смирнова');
  await requisites.getByLabel('Почта').fill(`${crypto.randomUUID()}@example.com`);
  await requisites.getByRole('checkbox').check();
  await requisites.getByRole('button', { name: 'Проверить заявку' }).click();
  const response = page.waitForResponse(
    request => request.url().endsWith('/api/v1/claim/') && request.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(locatePayment(page)).toBeVisible();
  return (await response).json();
}

test('a cancelled claim gives way to a popular pair, to «Обмен», to a deep link and at a reload', async ({
  page,
}) => {
  const cancelClaim = async () => {
    await createClaimOnHome(page);
    await page.getByRole('button', { name: 'Отменить заявку' }).click();
    await page.getByRole('button', { name: 'Да, отменить' }).click();
    await expect(locateStatus(page)).toContainText(CLAIM_STATUS_RULES.cancelled.label);
  };
  await cancelClaim();
  await page.locator('.rates-table a').first().click();
  await expect(locateStatus(page)).toHaveCount(0);
  const query = new URL(page.url()).searchParams;
  await expect(locateFrom(page)).toHaveAccessibleName(new RegExp(query.get('cur_from')?.slice(0, 3) ?? '-'));

  await cancelClaim();
  await page.getByRole('navigation', { name: 'Основная' }).getByRole('link', { name: 'Обмен' }).click();
  await expect(locateFrom(page)).toBeVisible();

  await cancelClaim();
  await page.goto('/?cur_from=XRP&cur_to=USDTTRC20');
  await expect(locateFrom(page)).toHaveAccessibleName(/XRP/);

  await cancelClaim();
  await page.reload();
  await expect(locateFrom(page)).toBeVisible();
  await expect(locateStatus(page)).toHaveCount(0);
});

test('an open claim leaves the form to other addresses, and returns by the header’s link or a reload', async ({
  page,
}) => {
  const claim = await createClaimOnHome(page);
  await page.reload();
  await expect(locatePayment(page)).toContainText(`№ ${claim.number}`);

  await page.locator('.rates-table a').first().click();
  await expect(locateFrom(page)).toBeVisible();
  await expect(locateHeaderLink(page, claim)).toBeVisible();
  await page.goto('/?cur_from=XRP&cur_to=USDTTRC20');
  await expect(locateFrom(page)).toHaveAccessibleName(/XRP/);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.getByRole('form', { name: 'Реквизиты' })).toBeVisible();

  await locateHeaderLink(page, claim).click();
  await expect(page).toHaveURL(`/claim/${claim.id}`);
  await expect(locatePayment(page)).toContainText(`№ ${claim.number}`);
});

test('«Обмен» shows the form also after a reload of another page', async ({ page }) => {
  const claim = await createClaimOnHome(page);
  const mainNavigation = page.getByRole('navigation', { name: 'Основная' });
  await mainNavigation.getByRole('link', { name: 'Новости' }).click();
  await expect(page).toHaveURL('/news');
  await page.reload();
  await mainNavigation.getByRole('link', { name: 'Обмен' }).click();
  await expect(locateHeaderLink(page, claim)).toBeVisible();
  await expect(page.locator('[name=fromSumma]')).not.toHaveValue('');
  await page.locator('[name=fromSumma]').fill('3');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
});

test('the amount of a link stays with its step on other pages', async ({ page }) => {
  const form = await openHomeForm(page, '/?amount=1000');
  const pair = await form.from.textContent();
  await expect(form.fromSumma).toHaveValue(/^1\s000(,00)?$/);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const requisites = page.getByRole('form', { name: 'Реквизиты' });
  const summary = await requisites.textContent();
  await requisites.getByRole('textbox').first().fill(CARD);
  const mainNavigation = page.getByRole('navigation', { name: 'Основная' });
  await mainNavigation.getByRole('link', { name: 'Новости' }).click();
  await expect(page).toHaveURL('/news');
  await mainNavigation.getByRole('link', { name: 'Обмен' }).click();
  await expect(requisites.getByRole('textbox').first()).toHaveValue(CARD);
  expect(await requisites.textContent()).toBe(summary);
  await requisites.getByRole('button', { name: 'Назад' }).click();
  await expect(form.fromSumma).toHaveValue(/^1\s000(,00)?$/);
  expect(await form.from.textContent()).toBe(pair);
});

test('a popular pair chosen at the requisites shows its form', async ({ page }) => {
  await openHomeForm(page, '/?cur_from=LTC&cur_to=ACRUB');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
  const link = page.locator('.rates-table a').first();
  const pair = new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams;
  await link.click();
  await expect(locateFrom(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`cur_from=${pair.get('cur_from')}`));
});

test('a completed claim offers the same exchange and a new one, each with one press', async ({
  page,
  operatedExchange,
}) => {
  const claim = await createClaimOnHome(page);
  const { runOperator } = operatedExchange;
  await runOperator('claim', claim.id, '--amount', '2', '--reference', `${'a'.repeat(64)}:0`);
  for (const status of ['aml', 'paid', 'payout', 'completed']) await runOperator('claim', claim.id, status);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(locateStatus(page)).toContainText('Деньги отправлены');
  await page.getByRole('button', { name: 'Повторить обмен' }).click();
  await expect(page.locator('[name=fromSumma]')).toHaveValue('2');
  await expect(locateFrom(page)).toHaveAccessibleName(/LTC/);

  for (const [name, amount] of [
    ['Повторить обмен', '2'],
    ['Новый обмен', undefined],
  ] as const) {
    await page.goto(`/claim/${claim.id}`);
    await locateStatus(page).getByRole('button', { name }).click();
    await expect(page).toHaveURL(/\/\?cur_from=LTC&cur_to=ACRUB/);
    if (amount) await expect(page.locator('[name=fromSumma]')).toHaveValue(amount);
    await expect(locateFrom(page)).toHaveAccessibleName(/LTC/);
  }
});
