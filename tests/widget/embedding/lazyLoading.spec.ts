import type { Page } from '@playwright/test';
import { expect, test } from '../support/widgetTest.ts';
import { renderShopPage, recordRequests } from '../support/shopPage.ts';

test.describe('fetches only the loader', () => {
  const far = '<div><br></div>'.repeat(200);
  const element = '<exchange-widget cur_from="BTC" cur_to="SBERRUB"></exchange-widget>';

  for (const [name, body, reveal] of [
    [
      'until the widget is within one screen',
      far + element,
      (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight)),
    ],
    [
      'while its dialog is closed',
      `<dialog>${element}</dialog>`,
      (page: Page) => page.evaluate(() => document.querySelector('dialog')?.showModal()),
    ],
    [
      'while it is not displayed',
      `<div hidden>${element}</div>`,
      (page: Page) => page.evaluate(() => document.querySelector('div')?.removeAttribute('hidden')),
    ],
    [
      'until a script creates a widget',
      '',
      (page: Page) =>
        page.evaluate(() => void document.body.append(document.createElement('exchange-widget'))),
    ],
    [
      'until a script creates a widget in its own shadow root',
      '<div></div>',
      (page: Page) =>
        page.evaluate(() => {
          const host = document.createElement('div');
          host.attachShadow({ mode: 'open' }).append(document.createElement('exchange-widget'));
          document.body.append(host);
        }),
    ],
    [
      'until an element that is defined later contains a widget',
      '<late-host></late-host>',
      (page: Page) =>
        page.evaluate(() =>
          customElements.define(
            'late-host',
            class extends HTMLElement {
              connectedCallback() {
                this.attachShadow({ mode: 'open' }).append(document.createElement('exchange-widget'));
              }
            },
          ),
        ),
    ],
  ] as const)
    test(name, async ({ page, shop, exchangeOrigin }) => {
      const requests = recordRequests(page);
      await page.goto(shop.servePage(renderShopPage(exchangeOrigin, body)), { waitUntil: 'load' });
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100))));
      expect(requests).toEqual(['/widget/exchange-widget.js']);
      await reveal(page);
      await expect(page.locator('exchange-widget [name=fromSumma]')).not.toHaveValue('');
    });
});
