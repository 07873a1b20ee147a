import type { Page } from '@playwright/test';
import { test } from '../support/operatedExchange.ts';
import { expect, openHomeForm } from '../support/siteTest.ts';

const CARD = '2200 0000 0000 0004';

const locateRequisites = (page: Page) => page.getByRole('form', { name: 'Реквизиты' });
const locateConfirmation = (page: Page) => page.getByRole('heading', { name: 'Всё верно?' });

/** Opens the news, then the form with an amount of its own, then the requisites. */
async function openRequisites(page: Page) {
  await page.goto('/news');
  const form = await openHomeForm(page, '/?cur_from=LTC&cur_to=ACRUB');
  await form.fromSumma.fill('2,5');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(locateRequisites(page)).toBeVisible();
  return form;
}

async function openConfirmation(page: Page) {
  const form = await openRequisites(page);
  const requisites = locateRequisites(page);
  await requisites.getByLabel('Номер карты').fill(CARD);
  await requisites.getByLabel('Имя и фамилия владельца').fill('Анна Смирнова');
  await requisites.getByLabel('Почта').fill(`${crypto.randomUUID()}@example.com`);
  await requisites.getByRole('checkbox').check();
  await requisites.getByRole('button', { name: 'Проверить заявку' }).click();
  await expect(locateConfirmation(page)).toBeVisible();
  return form;
}

test('Back at each step shows the one before, and then leaves the form', async ({ page }) => {
  const form = await openConfirmation(page);
  await page.goBack();
  await expect(locateRequisites(page).getByLabel('Номер карты')).toHaveValue(CARD);
  await page.goBack();
  await expect(form.fromSumma).toHaveValue(/^2,5/);
  await expect(page).toHaveURL('/?cur_from=LTC&cur_to=ACRUB');
  await page.goBack();
  await expect(page).toHaveURL('/news');
});

test('«Назад» in the form removes the entry of its step', async ({ page }) => {
  const form = await openConfirmation(page);
  await page.getByRole('button', { name: 'Назад' }).click();
  await expect(locateRequisites(page)).toBeVisible();
  await page.getByRole('button', { name: 'Назад' }).click();
  await expect(form.fromSumma).toHaveValue(/^2,5/);
  await page.goBack();
  await expect(page).toHaveURL('/news');
});

test('a reload keeps the step and its entry', async ({ page }) => {
  const form = await openRequisites(page);
  await locateRequisites(page).getByLabel('Номер карты').fill(CARD);
  await page.reload();
  await expect(locateRequisites(page).getByLabel('Номер карты')).toHaveValue(CARD);
  await page.goBack();
  await expect(form.fromSumma).toHaveValue(/^2,5/);
  await page.goBack();
  await expect(page).toHaveURL('/news');
});

test('Back from another page shows the step again, and Back from a claim the form', async ({ page }) => {
  const form = await openConfirmation(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Правила обмена' }).click();
  await expect(page).toHaveURL('/rules');
  await page.goBack();
  await expect(locateConfirmation(page)).toBeVisible();
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(page.getByRole('region', { name: 'Оплата заявки' })).toBeVisible();
  await expect(page).toHaveURL(/\/claim\/[\w-]+$/);
  await page.goBack();
  await expect(form.fromSumma).toBeVisible();
  await expect(page).toHaveURL('/?cur_from=LTC&cur_to=ACRUB');
  await expect(page.getByRole('banner').getByRole('link', { name: /Ваша заявка №\s/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/news');
});

test('Forward after Back stays at the form, from which the step opens once', async ({ page }) => {
  const form = await openRequisites(page);
  await page.goBack();
  await expect(form.fromSumma).toBeVisible();
  await page.goForward();
  await expect(form.fromSumma).toHaveValue(/^2,5/);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(locateRequisites(page)).toBeVisible();
  await page.goBack();
  await expect(form.fromSumma).toHaveValue(/^2,5/);
  await page.goBack();
  await expect(page).toHaveURL('/news');
});

test('Back right after a step shows the form', async ({ page }) => {
  await page.goto('/news');
  const form = await openHomeForm(page, '/?cur_from=LTC&cur_to=ACRUB');
  await page.evaluate(() => {
    const root = document.querySelector('exchange-widget')?.shadowRoot;
    if (!root) throw new Error('no widget');
    // Before the router renders the entry of the step.
    const observer = new MutationObserver(() => {
      if (root.querySelector('[name=email]') === null) return;
      observer.disconnect();
      history.back();
    });
    observer.observe(root, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(form.fromSumma).toBeVisible();
  await expect(page).toHaveURL('/?cur_from=LTC&cur_to=ACRUB');
  // The step opens again, with one entry.
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(locateRequisites(page)).toBeVisible();
  await page.goBack();
  await expect(form.fromSumma).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/news');
});
