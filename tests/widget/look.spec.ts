import type { Locator, Page } from '@playwright/test';
import { accessible, CARD, expect, fill, openForm, test } from './fixture.ts';

/** What does not fit its box or sticks out of the widget, at a width of the widget. */
async function cut(page: Page, widget: Locator, width: number): Promise<string[]> {
  await page.setViewportSize({ width: width + 16, height: 900 });
  return widget.evaluate(element => {
    const edge = element.getBoundingClientRect().right + 1;
    const all = [
      ...(element.shadowRoot?.querySelectorAll<HTMLElement>('.x *:not(.vh, .bar *, select)') ?? []),
    ];
    const wide = all.filter(
      node =>
        node.getBoundingClientRect().right > edge ||
        (node.clientWidth > 1 && node.localName !== 'input' && node.scrollWidth > node.clientWidth + 1),
    );
    return wide.map(node => `${node.localName}.${node.getAttribute('class')}: ${node.textContent}`);
  });
}

test('nothing is cut at 320, 400 and 560 px, from the requisites to the payment', async ({
  page,
  shop,
  own,
}) => {
  const widths = [320, 400, 560];
  const address = shop.page(own.origin, { cur_from: 'TON', cur_to: 'SBPRUB', amount: '1234,12345678' });
  const widget = await openForm(page, address);
  await fill(widget, {
    phone: '+79161234567',
    bank: 'sber',
    fio: 'Анна Константинопольская',
    email: 'a.very.long.name.of.a.person@long-domain.example.com',
  });
  for (const width of widths) expect(await cut(page, widget, width)).toEqual([]);
  await expect(widget.locator('.sum')).toContainText('+7\u00a0916\u00a0123\u201145\u201167');
  await widget.getByRole('button', { name: 'Назад' }).click();
  for (const width of widths) {
    expect(await cut(page, widget, width)).toEqual([]);
    for (const name of ['phone', 'fio', 'email']) await widget.locator(`[name=${name}]`).blur();
  }
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Переведите TON' })).toBeVisible();
  await widget.getByRole('button', { name: 'Отменить заявку' }).click();
  for (const width of widths) expect(await cut(page, widget, width)).toEqual([]);
});

test('forced colours keep what colour alone would say; reduced motion moves nothing', async ({
  page,
  partner,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const widget = await openForm(page, `${partner}/partner.html`);
  const look = (locator: Locator, name: string) =>
    locator.evaluate((node, key) => getComputedStyle(node).getPropertyValue(key), name);
  await widget.getByRole('button', { name: /^Вы отдаёте:/ }).click();
  await expect(widget.getByRole('combobox')).toBeFocused();
  expect(await look(widget.locator('.search'), 'outline-style')).toBe('solid');
  await page.keyboard.press('Escape');
  await widget.locator('[name=fromSumma]').focus();
  expect(await look(widget.locator('.side').first(), 'outline-style')).toBe('solid');
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  const steps = widget.locator('.steps li');
  expect(await look(steps.nth(0), 'background-color')).not.toBe(await look(steps.nth(2), 'background-color'));
  expect(await look(widget.locator('[name=consent]'), 'appearance')).toBe('auto');
  // Shadows are not drawn there: rings of focus and of errors have to be outlines.
  await widget.locator('[name=card]').focus();
  expect(await look(widget.locator('.inp').first(), 'outline-style')).toBe('solid');
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await expect(widget.locator('.inp.bad').first()).toBeVisible();
  expect(await look(widget.locator('.inp.bad').nth(1), 'outline-style')).toBe('solid');
  await accessible(page);

  for (const [name, value] of Object.entries(CARD)) await widget.locator(`[name=${name}]`).fill(value);
  await widget.locator('[name=consent]').check();
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await page.route('**/api/v1/claim/', () => {});
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('button', { name: 'Создаём заявку…' })).toBeVisible();
  const moving = await widget.evaluate(element =>
    (element.shadowRoot?.getAnimations() ?? []).filter(one => one.playState === 'running'),
  );
  expect(moving).toHaveLength(0);
});
