import { Big } from 'big.js';
import type { Page } from '@playwright/test';
import { toDecimalText, expect, openHomeForm, test } from '../support/siteTest.ts';

/** Reads both amounts and the course at one moment. */
async function readForm(page: Page) {
  const read = await page.locator('exchange-widget').evaluate(widget => {
    const root = widget.shadowRoot;
    const value = (name: string) => root?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? '';
    // The exact course; the text is rounded.
    const rate = root?.querySelector<HTMLElement>('.course')?.title ?? '';
    return { from: value('fromSumma'), to: value('toSumma'), course: rate.split('=')[1] ?? '' };
  });
  return {
    from: Big(toDecimalText(read.from)),
    to: Big(toDecimalText(read.to)),
    course: Big(toDecimalText(read.course)),
  };
}

test.describe('the form', () => {
  test('derives what is received from what is sent, rounded down', async ({ page }) => {
    const form = await openHomeForm(page, '/?cur_from=TON&cur_to=SBPRUB');
    await form.fromSumma.fill('123,4567');
    const { from, to, course } = await readForm(page);
    expect(from.toString()).toBe('123.4567');
    expect(to.toString()).toBe(from.times(course).round(2, Big.roundDown).toString());
  });

  test('derives what is sent from what is received, rounded up', async ({ page }) => {
    const form = await openHomeForm(page, '/?cur_from=TON&cur_to=SBPRUB');
    await form.toSumma.fill('5 000,50');
    await expect(form.toSumma).toHaveValue('5 000,50');
    const { from, to, course } = await readForm(page);
    expect(to.toString()).toBe('5000.5');
    expect(from.toString()).toBe(to.div(course).round(8, Big.roundUp).toString());
  });

  test('finds and selects a currency and swaps the sides', async ({ page }) => {
    const form = await openHomeForm(page, '/?cur_from=TON&cur_to=SBPRUB');
    await form.from.click();
    const picker = page.getByRole('dialog', { name: 'Валюта, которую вы отдаёте' });
    await picker.getByRole('combobox').fill('ETH');
    await picker.getByRole('option', { name: /ETH/ }).click();
    await expect(form.from).toHaveAccessibleName(/ETH/);
    await expect(form.to).toHaveAccessibleName(/СБП/);
    await expect(page).toHaveURL('/?cur_from=ETH&cur_to=SBPRUB');

    await form.swap.click();
    await expect(form.from).toHaveAccessibleName(/СБП/);
    await expect(form.to).toHaveAccessibleName(/ETH/);
  });

  test('keeps the site’s dark colours with a light system theme', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await openHomeForm(page, '/');
    const colour = await page.locator('exchange-widget').evaluate(widget => {
      const panel = widget.shadowRoot?.querySelector('[part=panel]');
      return panel ? getComputedStyle(panel).backgroundColor : '';
    });
    expect(colour).toBe('rgb(19, 22, 17)');
  });
});
