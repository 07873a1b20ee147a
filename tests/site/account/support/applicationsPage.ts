import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

/** Path of the page with the account's claims. */
export const APPLICATIONS = '/account/applications';

export const locateRows = (page: Page) => page.getByRole('table', { name: /^Заявки/ }).locator('tbody tr');

export const locateRow = (page: Page, number: string) => locateRows(page).filter({ hasText: `№ ${number}` });

/** The offer to add the browser's claims to the account. */
export const locateOffer = (page: Page) => page.getByRole('region', { name: 'Заявки этого браузера' });

/** Fills in the form of a pair from a coin to a bank, up to the confirmation. Returns the e-mail of the claim. */
export async function fillClaimForm(page: Page, amount: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.locator('input[name=fromSumma]').fill(amount);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const requisites = page.getByRole('form', { name: 'Реквизиты' });
  await requisites.getByLabel('Номер карты').fill('2200 0000 0000 0004');
  await requisites.getByLabel('Имя и фамилия владельца').fill('Анна Смирнова');
  await requisites.getByLabel('Почта').fill(email);
  await requisites.getByRole('checkbox', { name: /^Принимаю/ }).check();
  await requisites.getByRole('button', { name: 'Проверить заявку' }).click();
  return email;
}
