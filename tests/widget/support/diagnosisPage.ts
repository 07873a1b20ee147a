import type { Frame, Page } from '@playwright/test';
import type { ExchangeWidget } from '#widget/element.ts';
import type { ShopServer } from '../../support/shopServer.ts';

/** Attributes of the default pair. */
export const PAIR_ATTRIBUTES = 'cur_from="BTC" cur_to="SBERRUB"';

/** Renders a shop page. `policy` and `more` go into the head; the widget replaces `*` in `around`. */
export const renderDiagnosedPage = (
  exchange: string,
  attributes = PAIR_ATTRIBUTES,
  { policy = '', more = '', around = '*' } = {},
) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8" /><title>Магазин</title>
${policy && `<meta http-equiv="Content-Security-Policy" content="${policy}" />`}${more}
<script src="${exchange}/widget/exchange-widget.js" async crossorigin></script></head>
<body>${around.replace('*', `<exchange-widget ${attributes}><a href="${exchange}/">Обменять</a></exchange-widget>`)}</body></html>`;

/** Returns the report of the page's widget, as a partner's developer gets it in the console. */
export async function runDiagnosis(page: Page | Frame) {
  await page.waitForFunction(() => customElements.get('exchange-widget'));
  return page.locator('exchange-widget').evaluate(async element => {
    const report = await (element as ExchangeWidget).diagnose();
    return { findings: report.findings, text: report.text, printed: String(report) };
  });
}

/** Opens the page and returns its widget's findings: level and message by code. */
export async function diagnosePage(page: Page, address: string) {
  await page.goto(address);
  const { findings } = await runDiagnosis(page);
  return Object.fromEntries(findings.map(({ code, level, message }) => [code, `${level}: ${message}`]));
}

/** Serves that page from the shop and returns its URL. */
export const serveDiagnosedPage = (
  shop: ShopServer,
  exchange: string,
  ...rest: [string?, Parameters<typeof renderDiagnosedPage>[2]?]
) => shop.servePage(renderDiagnosedPage(exchange, ...rest));
