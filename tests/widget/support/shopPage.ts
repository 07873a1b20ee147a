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
