import * as plain from 'node:http';
import * as secure from 'node:https';
import type { AddressInfo } from 'node:net';

/** A shop on a separate origin. Its pages contain a widget set up by their URL, or HTML from a test. */
export interface ShopServer {
  /** URL of a page with a widget of `exchange` and these attributes. */
  pageAddress: (exchange: string, attributes: Readonly<Record<string, string>>) => string;
  /** Serves this HTML with these headers and returns its URL. Pages of one shop can frame each other. */
  servePage: (html: string, headers?: Readonly<Record<string, string>>) => string;
  close: () => void;
}

const escapeAttribute = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Renders the shop's page with a strict policy that allows only the exchange. */
function renderWidgetPage(exchange: string, attributes: URLSearchParams): string {
  const attributeText = [...attributes]
    .map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
    .join(' ');
  return `<!doctype html>
<html lang="ru">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src ${escapeAttribute(exchange)}; connect-src ${escapeAttribute(exchange)}; frame-src ${escapeAttribute(exchange)}" />
    <title>Магазин</title>
    <script src="${escapeAttribute(exchange)}/widget/exchange-widget.js" async crossorigin></script>
  </head>
  <body>
    <h1>Магазин</h1>
    <exchange-widget ${attributeText}></exchange-widget>
  </body>
</html>`;
}

/** Starts the shop on a free port. A certificate enables https. */
export async function startShopServer(certificate?: { key: Buffer; cert: Buffer }): Promise<ShopServer> {
  const servedPages: { html: string; headers: Readonly<Record<string, string>> }[] = [];
  const handleRequest: plain.RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const servedPage = servedPages[Number(pathname.slice(1) || -1)];
    if (servedPage) return void response.writeHead(200, servedPage.headers).end(servedPage.html);
    const exchange = searchParams.get('exchange');
    if (exchange === null) return void response.writeHead(404).end();
    searchParams.delete('exchange');
    response.end(renderWidgetPage(exchange, searchParams));
  };
  const server = certificate
    ? secure.createServer(certificate, handleRequest)
    : plain.createServer(handleRequest);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http${certificate ? 's' : ''}://127.0.0.1:${port}`;
  return {
    pageAddress: (exchange, attributes) => `${origin}/?${new URLSearchParams({ exchange, ...attributes })}`,
    servePage: (html, headers = {}) => `${origin}/${servedPages.push({ html, headers }) - 1}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
