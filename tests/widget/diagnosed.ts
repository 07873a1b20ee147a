import type { Frame, Page } from '@playwright/test';
import type { ExchangeWidget } from '#widget/element.ts';
import type { Shop } from './shop.ts';

/** The pair of the shop's widget, as attributes. */
export const PAIR = 'cur_from="BTC" cur_to="SBERRUB"';

/** A shop's page with one widget: `policy` and `more` go into its head, `around` holds the widget where `*` is. */
export const html = (
  exchange: string,
  attributes = PAIR,
  { policy = '', more = '', around = '*' } = {},
) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8" /><title>Магазин</title>
${policy && `<meta http-equiv="Content-Security-Policy" content="${policy}" />`}${more}
<script src="${exchange}/widget/exchange-widget.js" async></script></head>
<body>${around.replace('*', `<exchange-widget ${attributes}><a href="${exchange}/">Обменять</a></exchange-widget>`)}</body></html>`;

/** The report of the page's widget, as the console of a partner's developer gets it. */
export async function diagnosed(page: Page | Frame) {
  await page.waitForFunction(() => customElements.get('exchange-widget'));
  return page.locator('exchange-widget').evaluate(async element => {
    const report = await (element as ExchangeWidget).diagnose();
    return { findings: report.findings, text: report.text, printed: String(report) };
  });
}

/** Opens the page and answers its widget's findings, level and message by code. */
export async function findings(page: Page, address: string) {
  await page.goto(address);
  const { findings } = await diagnosed(page);
  return Object.fromEntries(findings.map(({ code, level, message }) => [code, `${level}: ${message}`]));
}

/** Puts that page on the shop and answers its address. */
export const show = (shop: Shop, exchange: string, ...rest: [string?, Parameters<typeof html>[2]?]) =>
  shop.show(html(exchange, ...rest));
