import { createHash } from 'node:crypto';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { escapeHtml } from '#server/platform/http/response/escapeHtml.ts';
import type { ResponseHeaders } from '#server/platform/http/response/commonHeaders.ts';
import { MERCHANT_PAGE_PATH, type MerchantOrder } from './merchantOrder.ts';

/** Equals --accent of site/tokens.css; the page has no stylesheet of the site. */
const ACCENT_COLOR = '#aacf17';

const PAGE_STYLE = `:root{color-scheme:dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0c0e0a;color:#f1f4ea;font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(100%,420px);padding:24px}h1{font-size:22px;margin:0 0 8px}p{margin:0 0 16px}.sum{font-size:28px;font-weight:600}.note{color:#a9b09c}
button{box-sizing:border-box;width:100%;min-height:48px;margin:0 0 12px;border-radius:14px;border:1px solid #4a5240;background:none;color:inherit;font:inherit;cursor:pointer}
button.pay{background:${ACCENT_COLOR};border-color:${ACCENT_COLOR};color:#11150a;font-weight:600}button:focus-visible{outline:2px solid #f1f4ea;outline-offset:2px}`;

const styleDigest = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** Headers of the merchant's pages. The policy allows only their own style and forms to their own origin. */
export const MERCHANT_PAGE_HEADERS: ResponseHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

function renderMerchantPage(title: string, body: string): string {
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${PAGE_STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}

/** Renders the page with the order and the buttons to pay or decline. `signature` is the order's. */
export function renderOrderPage(order: MerchantOrder, signature: string): string {
  const hiddenInputs = Object.entries({ ...order, signature })
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  return renderMerchantPage(
    'Тестовая оплата',
    `<p class="note">Это тестовый мерчант: деньги не списываются</p>
<p>Заявка ${escapeHtml(order.number)}</p><p class="sum">${escapeHtml(localizeDecimal(order.amount))}\u00a0${escapeHtml(order.currency)}</p>
<form method="post" action="${MERCHANT_PAGE_PATH}done/">${hiddenInputs}
<button class="pay" name="choice" value="pay">Оплатить</button><button name="choice" value="decline">Отказаться</button></form>`,
  );
}

/** The page for a form with an invalid signature. */
export const invalidOrderPage = renderMerchantPage(
  'Оплата не открылась',
  '<p>Ссылка на оплату не подходит. Вернитесь к заявке и откройте оплату ещё раз</p>',
);

/** The page for a failed callback to the exchange. */
export const unavailablePage = renderMerchantPage(
  'Обменник не отвечает',
  '<p>Вернитесь на шаг назад и нажмите кнопку ещё раз</p>',
);
