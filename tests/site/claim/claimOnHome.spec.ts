import type { Page } from '@playwright/test';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { test } from '../support/operatedExchange.ts';
import { expect, openHomeForm, SCREENS } from '../support/siteTest.ts';

const CARD = '2200 0000 0000 0004';

const locateWidget = (page: Page) => page.locator('exchange-widget');
const locateStatus = (page: Page) => locateWidget(page).getByRole('region', { name: 'Статус заявки' });
const locatePayment = (page: Page) => locateWidget(page).getByRole('region', { name: 'Оплата заявки' });
const locateHeaderLink = (page: Page, { number }: ClaimCreated) =>
  page.getByRole('banner').getByRole('link', { name: `№ ${number}` });
const locateFrom = (page: Page) => page.getByRole('button', { name: /^Вы\sотдаёте:/ });

/** Fills in the form of the home page and opens the confirmation. */
async function fillClaimOnHome(page: Page): Promise<void> {
  const form = await openHomeForm(page, '/?cur_from=LTC&cur_to=ACRUB');
  await form.fromSumma.fill('2');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const requisites = page.getByRole('form', { name: 'Реквизиты' });
  await requisites.getByLabel('Номер карты').fill(CARD);
  await requisites.getByLabel('Имя и фамилия владельца').fill('Анна Смирнова');
  await requisites.getByLabel('Почта').fill(`${crypto.randomUUID()}@example.com`);
  await requisites.getByRole('checkbox').check();
  await requisites.getByRole('button', { name: 'Проверить заявку' }).click();
}

/** Creates a claim in the form of the home page. */
async function createClaimOnHome(page: Page): Promise<ClaimCreated> {
  await fillClaimOnHome(page);
  const response = page.waitForResponse(
    request => request.url().endsWith('/api/v1/claim/') && request.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(locatePayment(page)).toBeVisible();
  return (await response).json();
}

for (const { name, ...viewport } of SCREENS)
  test.describe(name, () => {
    test.use({ viewport });

    test('a created claim moves to its page, and Back asks nothing and leads to a free form', async ({
      page,
    }) => {
      page.on('dialog', dialog => expect(dialog.message()).toBe('no dialog'));
      const claim = await createClaimOnHome(page);
      await expect(page).toHaveURL(`/claim/${claim.id}`);
      await expect(page).toHaveTitle(`№ ${claim.number} · ${CLAIM_STATUS_RULES.waiting.label} · Размен`);
      await page.goBack();
      await expect(page).toHaveURL('/?cur_from=LTC&cur_to=ACRUB');
      await expect(locateFrom(page)).toHaveAccessibleName(/LTC/);
      const link = page.getByRole('link', { name: 'Вернуться к заявке' });
      await expect(link).toBeInViewport();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      // The next exchange starts with empty requisites.
      await page.getByRole('button', { name: 'Продолжить' }).click();
      await expect(page.getByRole('form', { name: 'Реквизиты' }).getByLabel('Номер карты')).toHaveValue('');
      await page.goBack();
      await page.reload();
      await expect(locateFrom(page)).toBeVisible();
      await link.press('Enter');
      await expect(page).toHaveURL(`/claim/${claim.id}`);
      await expect(locatePayment(page)).toContainText(`№ ${claim.number}`);
      // A document that the browser leaves asks nothing, either.
      await page.goto('/');
      await page.goBack();
      await locatePayment(page).getByRole('button', { name: 'Отменить заявку' }).click();
      await page.getByRole('button', { name: 'Да, отменить' }).click();
      await expect(page).toHaveTitle(`№ ${claim.number} · ${CLAIM_STATUS_RULES.cancelled.label} · Размен`);
      await page.goto('/');
      await expect(locateFrom(page)).toBeVisible();
      await expect(link).toHaveCount(0);
    });
  });

test('a claim whose creation a reload interrupted opens on its page', async ({ page }) => {
  let isFirst = true;
  await page.route('**/api/v1/claim/', async route => {
    if (!isFirst) return route.continue();
    isFirst = false;
    // The claim exists, the response is lost.
    await route.fetch();
    await page.reload();
  });
  await fillClaimOnHome(page);
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(locatePayment(page)).toBeVisible();
  await expect(page).toHaveURL(/\/claim\/[\w-]+$/);
});

test('an open claim returns by a reload of its page and by the header’s link', async ({ page }) => {
  const claim = await createClaimOnHome(page);
  await page.reload();
  await expect(locatePayment(page)).toContainText(`№ ${claim.number}`);

  await page.goto('/');
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
  await expect(page).toHaveTitle(`№ ${claim.number} · ${CLAIM_STATUS_RULES.completed.label} · Размен`);
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
