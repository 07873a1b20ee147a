import type { APIRequestContext, Page } from '@playwright/test';
import { Big } from 'big.js';
import type { ClaimCreated } from '#core/contract/claim.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { toDecimalText, expect, openHomeForm, SCREENS, test } from '../support/siteTest.ts';

/** The free reserve of a payment system as the API returns it. */
async function fetchFreeReserve(request: APIRequestContext, code: string): Promise<Big> {
  const reserves: Reserve[] = await (await request.get('/api/v1/calculator/reserves/')).json();
  return Big(reserves.find(item => item.code === code)?.amount ?? Number.NaN);
}

/** The same reserve as the home page shows it. */
async function readShownReserve(page: Page, name: string): Promise<string> {
  const line = page.locator('#reserves li', { has: page.getByText(name, { exact: true }) });
  return Big(toDecimalText(await line.locator('.numeric').innerText())).toString();
}

// Each test counts the reserve of a bank that no other test uses.
for (const { name, bank, code, ...viewport } of [
  { ...SCREENS[0], bank: 'Сбербанк', code: 'SBERRUB' },
  { ...SCREENS[1], bank: 'Т-Банк', code: 'TCSBRUB' },
]) {
  test.describe(name, () => {
    test.use({ viewport });

    test('a deep link leads to a claim that lowers the reserve and is resumed after a reload', async ({
      page,
      request,
    }) => {
      const form = await openHomeForm(page, `/?cur_from=LTC&cur_to=${code}`);
      await expect(page.locator('#reserves b').first()).toBeVisible();
      const before = await fetchFreeReserve(request, code);
      expect(await readShownReserve(page, bank)).toBe(before.toString());

      await form.fromSumma.fill('2,5');
      await page.getByRole('button', { name: 'Продолжить' }).click();
      const requisites = page.getByRole('form', { name: 'Реквизиты' });
      await requisites.getByLabel('Номер карты').fill('2200 0000 0000 0004');
      await requisites.getByLabel('Имя и фамилия владельца').fill('Анна Смирнова');
      await requisites.getByLabel('Почта').fill('site@example.com');
      await requisites.getByRole('checkbox').check();
      await requisites.getByRole('button', { name: 'Проверить заявку' }).click();

      const summary = page.getByRole('region', { name: 'Проверка заявки' });
      await expect(summary).toContainText('site@example.com');
      const response = page.waitForResponse(
        request => request.url().endsWith('/api/v1/claim/') && request.request().method() === 'POST',
      );
      await summary.getByRole('button', { name: 'Создать заявку' }).click();
      const claim: ClaimCreated = await (await response).json();

      const payment = page.getByRole('region', { name: 'Оплата заявки' });
      await expect(payment).toContainText(`№ ${claim.number}`);
      await expect(payment.getByRole('heading')).toContainText('Переведите LTC');
      await expect(payment).toContainText('2,5 LTC');
      await expect(payment.getByRole('button', { name: 'Скопировать: адрес' })).toBeVisible();
      await expect(payment).toContainText(/Ждём перевод до\s(\d+\s[а-я]+\sв\s)?\d\d:\d\d/);
      await expect(payment.getByRole('timer')).toHaveText(/^(29:\d\d|30:00)$/);
      const address = await payment.locator('.address').innerText();

      const after = await fetchFreeReserve(request, code);
      expect(before.minus(after).toString()).toBe(Big(claim.toSumma).toString());
      await page.goBack();
      await expect.poll(() => readShownReserve(page, bank)).toBe(after.toString());
      await page.getByRole('link', { name: 'Вернуться к заявке' }).click();
      await expect(page).toHaveURL(`/claim/${claim.id}`);

      await page.reload();
      await expect(payment).toContainText(`№ ${claim.number}`);
      await expect(payment.locator('.address')).toHaveText(address);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });
  });
}
