import { startHttp2Proxy } from '#tests/support/browser/http2Proxy.ts';
import { expect, openWidgetForm, test } from '../support/widgetTest.ts';

test.use({ ignoreHTTPSErrors: true });

for (const { tag, attributes, isOneConnection } of [
  { tag: 'the documented tag', attributes: 'async crossorigin', isOneConnection: true },
  { tag: 'the older tag without crossorigin', attributes: 'async', isOneConnection: false },
])
  test(`${tag} works over HTTP/2, ${isOneConnection ? 'with one connection' : 'with several connections'}`, async ({
    page,
    shop,
    exchangeOrigin,
  }) => {
    const proxy = await startHttp2Proxy(exchangeOrigin);
    try {
      const address = shop.servePage(`<!doctype html><html lang="ru"><title>Магазин</title>
        <script src="${proxy.origin}/widget/exchange-widget.js" ${attributes}></script>
        <exchange-widget cur_from="BTC" cur_to="SBERRUB"></exchange-widget>`);
      const widget = await openWidgetForm(page, address);
      await widget.locator('[name=fromSumma]').fill('0,01');
      await widget.getByRole('button', { name: 'Продолжить' }).click();
      await expect(widget.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
      // Scripts with credentials and API requests without them need separate connections.
      expect(proxy.countConnections() === 1).toBe(isOneConnection);
    } finally {
      await page.goto('about:blank');
      proxy.close();
    }
  });
