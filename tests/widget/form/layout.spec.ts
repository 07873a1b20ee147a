import type { Locator, Page } from '@playwright/test';
import {
  expectWidgetAccessible,
  CARD_REQUISITES,
  expect,
  fillRequisites,
  openWidgetForm,
  test,
} from '../support/widgetTest.ts';

/** Elements that overflow their box or the widget at this width of the widget. */
async function findCutElements(page: Page, widget: Locator, width: number): Promise<string[]> {
  await page.setViewportSize({ width: width + 16, height: 900 });
  return widget.evaluate(element => {
    const edge = element.getBoundingClientRect().right + 1;
    const all = [
      ...(element.shadowRoot?.querySelectorAll<HTMLElement>(
        '.panel *:not(.visually-hidden, .progress *, select)',
      ) ?? []),
    ];
    const wide = all.filter(
      node =>
        node.getBoundingClientRect().right > edge ||
        (node.clientWidth > 1 && node.localName !== 'input' && node.scrollWidth > node.clientWidth + 1),
    );
    return wide.map(node => `${node.localName}.${node.getAttribute('class')}: ${node.textContent}`);
  });
}

test('nothing overflows at 320, 400 and 560 px', async ({ page, shop, exchangeFixture }) => {
  const widths = [320, 400, 560];
  const address = shop.pageAddress(exchangeFixture.origin, {
    cur_from: 'TON',
    cur_to: 'SBPRUB',
    amount: '1234,12345678',
  });
  const widget = await openWidgetForm(page, address);
  await fillRequisites(widget, {
    phone: '+79161234567',
    bank: 'sber',
    fio: 'Анна Константинопольская',
    email: 'a.very.long.name.of.a.person@long-domain.example.com',
  });
  for (const width of widths) expect(await findCutElements(page, widget, width)).toEqual([]);
  await expect(widget.locator('.summary')).toContainText('+7\u00a0916\u00a0123\u201145\u201167');
  await widget.getByRole('button', { name: 'Назад' }).click();
  for (const width of widths) {
    expect(await findCutElements(page, widget, width)).toEqual([]);
    for (const name of ['phone', 'fio', 'email']) await widget.locator(`[name=${name}]`).blur();
  }
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Переведите TON' })).toBeVisible();
  await widget.getByRole('button', { name: 'Отменить заявку' }).click();
  for (const width of widths) expect(await findCutElements(page, widget, width)).toEqual([]);
});

test('supports forced colours and reduced motion', async ({ page, partnerOrigin }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  const readStyle = (locator: Locator, name: string) =>
    locator.evaluate((node, key) => getComputedStyle(node).getPropertyValue(key), name);
  await widget.getByRole('button', { name: /^Вы\sотдаёте:/ }).click();
  await expect(widget.getByRole('combobox')).toBeFocused();
  expect(await readStyle(widget.locator('.search'), 'outline-style')).toBe('solid');
  await page.keyboard.press('Escape');
  await widget.locator('[name=fromSumma]').focus();
  expect(await readStyle(widget.locator('.side').first(), 'outline-style')).toBe('solid');
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  const steps = widget.locator('.steps li');
  expect(await readStyle(steps.nth(0), 'background-color')).not.toBe(
    await readStyle(steps.nth(2), 'background-color'),
  );
  expect(await readStyle(widget.locator('[name=consent]'), 'appearance')).toBe('auto');
  // Forced colours remove shadows, so focus and error rings must be outlines.
  await widget.locator('[name=card]').focus();
  expect(await readStyle(widget.locator('.input').first(), 'outline-style')).toBe('solid');
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await expect(widget.locator('.input.invalid').first()).toBeVisible();
  expect(await readStyle(widget.locator('.input.invalid').nth(1), 'outline-style')).toBe('solid');
  await expectWidgetAccessible(page);

  for (const [name, value] of Object.entries(CARD_REQUISITES))
    await widget.locator(`[name=${name}]`).fill(value);
  await widget.locator('[name=consent]').check();
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await page.route('**/api/v1/claim/', () => {});
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('button', { name: 'Создаём заявку…' })).toBeVisible();
  const animations = await widget.evaluate(element =>
    (element.shadowRoot?.getAnimations() ?? []).filter(one => one.playState === 'running'),
  );
  expect(animations).toHaveLength(0);
});
