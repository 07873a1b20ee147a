import { expect, test } from '../support/widgetTest.ts';

/** Widths of the widget, in px. */
const WIDTHS = [280, 320, 400, 480, 560];

test('a long amount stays in one line and icons beside their labels', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const claim = await exchangeFixture.createClaim('TON', 'SBERRUB', '1234.12345678');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  const widget = page.locator('exchange-widget');
  await expect(widget.getByRole('button', { name: /Продолжить на\sтелефоне/ })).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width: width + 16, height: 900 });
    const problems = await widget.evaluate(element => {
      const countLines = (node: Node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      };
      const found: string[] = [];
      const root = element.shadowRoot;
      const sum = root?.querySelector('.copy-row .value.large')?.firstChild;
      if (!sum || countLines(sum) !== 1) found.push('the sum is not in one line');
      for (const button of root?.querySelectorAll('.button:has(> svg)') ?? []) {
        const label = document.createRange();
        label.selectNodeContents(button);
        label.setStartAfter(button.querySelector('svg') ?? button);
        const gap =
          label.getBoundingClientRect().left -
          (button.querySelector('svg')?.getBoundingClientRect().right ?? 0);
        if (gap > 12) found.push(`${button.textContent}: its icon is ${gap} px away`);
      }
      return found;
    });
    expect(problems, `${width} px`).toEqual([]);
  }
});

test('all groups of the currency picker are in sight at each width', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  await page.goto(shop.pageAddress(exchangeFixture.origin, {}));
  const widget = page.locator('exchange-widget');
  await widget.getByRole('button', { name: /^Вы\sполучаете:/ }).click();
  await expect(widget.getByRole('tab')).not.toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width: width + 16, height: 900 });
    const [scrollWidth, clientWidth] = await widget
      .getByRole('tablist')
      .evaluate(tabs => [tabs.scrollWidth, tabs.clientWidth]);
    expect(scrollWidth, `${width} px`).toBeLessThanOrEqual(clientWidth ?? 0);
  }
});
