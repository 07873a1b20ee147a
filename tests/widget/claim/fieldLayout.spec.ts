import type { Locator } from '@playwright/test';
import { expect, openWidgetForm, test } from '../support/widgetTest.ts';

/** Widths of the widget in px. The widest one has two columns. */
const WIDTHS = [320, 390, 560];

const LONG_NAME = 'Анна Константинопольская';
const LONG_EMAIL = 'a.very.long.name.of.a.person@long-domain.example.com';

/** Fills in a field, leaves it and waits for the tick of a valid value. */
async function fillAndLeave(field: Locator, value: string): Promise<void> {
  await field.fill(value);
  await field.blur();
  await expect(field.locator('xpath=ancestor::*[@class="field"]').locator('label svg')).toBeVisible();
}

for (const width of WIDTHS)
  test(`shows valid requisites completely at ${width} px`, async ({ page, shop, exchangeFixture }) => {
    await page.setViewportSize({ width: width + 16, height: 900 });
    const isCut = (name: string) =>
      widget.locator(`[name=${name}]`).evaluate(input => input.scrollWidth > input.clientWidth);
    let widget = await openWidgetForm(
      page,
      shop.pageAddress(exchangeFixture.origin, { cur_from: 'TON', cur_to: 'SBERRUB', amount: '1234' }),
    );
    await widget.getByRole('button', { name: 'Продолжить' }).click();
    await fillAndLeave(widget.locator('[name=card]'), '2200 0000 0000 0000 004');
    await fillAndLeave(widget.locator('[name=fio]'), LONG_NAME);
    for (const name of ['card', 'fio']) expect(await isCut(name), name).toBe(false);

    await fillAndLeave(widget.locator('[name=email]'), LONG_EMAIL);
    // A value that cannot fit is repeated below its field until it is edited.
    const repeated = widget.locator('p', { hasText: LONG_EMAIL });
    await expect(repeated).toHaveCount((await isCut('email')) ? 1 : 0);
    await widget.locator('[name=email]').press('Backspace');
    await expect(repeated).toHaveCount(0);

    await page.goto(
      shop.pageAddress(exchangeFixture.origin, { cur_from: 'TON', cur_to: 'SBPRUB', amount: '1234' }),
    );
    widget = page.locator('exchange-widget');
    await widget.getByRole('button', { name: 'Продолжить' }).click();
    await fillAndLeave(widget.locator('[name=phone]'), '+79161234567');
    await widget.locator('[name=bank]').selectOption({ label: 'Райффайзен Банк' });
    await fillAndLeave(widget.locator('[name=fio]'), LONG_NAME);
    for (const name of ['phone', 'bank', 'fio']) expect(await isCut(name), name).toBe(false);
  });
