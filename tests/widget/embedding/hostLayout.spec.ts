import { expect, openWidgetForm, test } from '../support/widgetTest.ts';

/** Layouts of host pages, and the widget's width on a phone (null: the page leaves less than it needs) and a desktop. */
const LAYOUTS: readonly (readonly [name: string, html: string, phone: number | null, desktop: number])[] = [
  ['a block', '<div>WIDGET</div>', 374, 560],
  ['a flex row', '<div style="display: flex">WIDGET</div>', 374, 560],
  [
    'a flex row beside a text',
    '<div style="display: flex"><p style="flex: 1">Курс</p>WIDGET</div>',
    null,
    560,
  ],
  ['an item of a flex row', '<div style="display: flex"><div>WIDGET</div></div>', 374, 560],
  ['a grid', '<div style="display: grid">WIDGET</div>', 374, 560],
  ['a centred grid', '<div style="display: grid; place-items: center">WIDGET</div>', 374, 560],
  ['a grid column', '<div style="display: grid; grid-template-columns: 1fr">WIDGET</div>', 374, 560],
  ['a float', '<div style="float: left">WIDGET</div>', 374, 560],
  ['a dialog', '<dialog style="padding: 0; border: 0">WIDGET</dialog>', null, 560],
  ['a narrow column', '<div style="width: 300px">WIDGET</div>', 300, 300],
];

for (const [name, html, phone, desktop] of LAYOUTS)
  test(`is as wide as it can be in ${name}`, async ({ page, shop, exchangeOrigin }) => {
    const address =
      shop.servePage(`<!doctype html><html lang="ru"><meta name="viewport" content="width=device-width">
      <title>Магазин</title><body style="margin: 8px">
      <script src="${exchangeOrigin}/widget/exchange-widget.js" async crossorigin></script>
      ${html.replace('WIDGET', '<exchange-widget cur_from="BTC" cur_to="SBERRUB"></exchange-widget>')}
      <script>document.querySelector('dialog')?.showModal()</script>`);
    for (const [width, expected] of [
      [390, phone],
      [1440, desktop],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const widget = await openWidgetForm(page, address);
      const measured = await widget.locator('.panel').evaluate(panel => panel.getBoundingClientRect());
      expect(measured.width).toBeGreaterThanOrEqual(280);
      if (expected === null) continue;
      expect([width, Math.round(measured.width)]).toEqual([width, expected]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
