import type { Page } from '@playwright/test';

/** Renders a shop page. Its policy allows only the exchange and `policy`. */
export const renderShopPage = (exchange: string, body: string, policy = '') => `<!doctype html>
<html lang="ru">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src ${exchange}; connect-src ${exchange}${policy}" />
    <title>Магазин</title>
    <script src="${exchange}/widget/exchange-widget.js" async crossorigin></script>
  </head>
  <body>${body}</body>
</html>`;

/** Records the page's requests to the exchange: paths with their query. */
export function recordRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', request => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') || pathname.startsWith('/widget/')) paths.push(pathname + search);
  });
  return paths;
}

/** Counts the page's frames. The returned function reads whether the first preload was in a later frame than the form. */
export async function recordPreloads(page: Page) {
  await page.addInitScript(() => {
    const frames: { count: number; form?: number; preload?: number } = { count: 0 };
    Object.assign(window, { frames });
    const countFrame = () => {
      frames.count++;
      requestAnimationFrame(countFrame);
    };
    requestAnimationFrame(countFrame);
    const { append, attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (init) {
      frames.form ??= frames.count;
      return attachShadow.call(this, init);
    };
    Element.prototype.append = function (...nodes) {
      if (nodes.some(node => node instanceof HTMLLinkElement)) frames.preload ??= frames.count;
      append.apply(this, nodes);
    };
  });
  return () =>
    page.evaluate(() => {
      const { form, preload } = (window as { frames?: { form?: number; preload?: number } }).frames ?? {};
      return form !== undefined && preload !== undefined && preload > form;
    });
}
