import type { Locator, Page } from '@playwright/test';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { CARD_REQUISITES, expect, openWidgetForm, test, waitForFrames } from '../support/widgetTest.ts';

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let n = 0; n < 20; n++) {
    if (await target.evaluate(node => (node.getRootNode() as ShadowRoot).activeElement === node)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('chunks loaded while typing keep the focus', async ({ page, partnerOrigin }) => {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  await page.route(/\/(CurrencyPicker|entry|formExtras)\.js/, async route => {
    await released;
    await route.continue();
  });
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  const from = widget.locator('[name=fromSumma]');
  await tabTo(page, from);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0,');
  const responses = ['CurrencyPicker', 'entry', 'formExtras'].map(name =>
    page.waitForResponse(new RegExp(`/${name}\\.js`)),
  );
  release();
  const urls = (await Promise.all(responses)).map(response => response.url());
  // A chunk is imported once, so this waits until those of the widget run.
  await page.evaluate(chunks => Promise.all(chunks.map(url => import(url))), urls);
  await waitForFrames(page);
  await expect(from).toBeFocused();
  await page.keyboard.type('02');
  await expect(from).toHaveValue('0,02');
});

test('creates and cancels a claim by keyboard; each step focuses its heading', async ({
  page,
  partnerOrigin,
}) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  const from = widget.locator('[name=fromSumma]');
  await tabTo(page, from);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0,02');
  await tabTo(page, widget.getByRole('button', { name: 'Продолжить' }));
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('heading', { name: 'Куда отправить рубли?' })).toBeFocused();
  for (const [name, value] of Object.entries(CARD_REQUISITES)) {
    await tabTo(page, widget.locator(`[name=${name}]`));
    await page.keyboard.type(value);
  }
  await tabTo(page, widget.locator('[name=consent]'));
  await page.keyboard.press('Space');
  await tabTo(page, widget.getByRole('button', { name: 'Проверить заявку' }));
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeFocused();

  await page.keyboard.press('Shift+Tab');
  await expect(widget.getByRole('button', { name: 'Назад' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('heading', { name: 'Куда отправить рубли?' })).toBeFocused();
  await tabTo(page, widget.locator('[name=email]'));
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeFocused();
  await tabTo(page, widget.getByRole('button', { name: 'Создать заявку' }));
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeFocused();

  await tabTo(page, widget.getByRole('button', { name: 'Отменить заявку' }));
  await page.keyboard.press('Enter');
  await tabTo(page, widget.getByRole('button', { name: 'Да, отменить заявку' }));
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('heading', { name: CLAIM_STATUS_RULES.cancelled.label })).toBeFocused();
  await tabTo(page, widget.getByRole('button', { name: 'Новый обмен' }));
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('button', { name: 'Продолжить' })).toBeFocused();
});
