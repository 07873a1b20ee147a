import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** Pages for the comparison with the widget, on a different origin than the exchange. */
export interface HostServer {
  origin: string;
  close: () => void;
}

const renderPage = (head: string, body: string) => `<!doctype html>
<html lang="ru">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Магазин</title>
    ${head}
  </head>
  <body>
    <h1>Магазин</h1>
    ${body}
  </body>
</html>`;

const PAIR_QUERY = '?cur_from=USDTTRC20&amp;cur_to=SBERRUB';
const renderScriptTags = (exchange: string, query = '', mode = ' crossorigin') =>
  `<script src="${exchange}/widget/exchange-widget.js${query}" async${mode}></script>
    <style>exchange-widget { display: block; min-height: 480px }</style>`;
const WIDGET_HTML = '<exchange-widget cur_from="USDTTRC20" cur_to="SBERRUB"></exchange-widget>';

/**
 * Serves pages with the tag without a pair (`/widget`) and with one (`/pair`), both also with the tag of older documents
 * (`/old-tag`, `/old-pair`), with a widget far below the fold (`/below`) and with the bare form (`/bare`). `bareFormScript`
 * is the bare form's code.
 */
export async function startHostServer(exchange: string, bareFormScript: string): Promise<HostServer> {
  const responses: Readonly<Record<string, [type: string, body: string]>> = {
    '/widget': ['text/html', renderPage(renderScriptTags(exchange), WIDGET_HTML)],
    '/pair': ['text/html', renderPage(renderScriptTags(exchange, PAIR_QUERY), WIDGET_HTML)],
    '/old-pair': ['text/html', renderPage(renderScriptTags(exchange, PAIR_QUERY, ''), WIDGET_HTML)],
    '/old-tag': ['text/html', renderPage(renderScriptTags(exchange, '', ''), WIDGET_HTML)],
    '/below': [
      'text/html',
      renderPage(renderScriptTags(exchange), `<div style="height: 6000px"></div>${WIDGET_HTML}`),
    ],
    '/bare': [
      'text/html',
      renderPage('<script type="module" src="/bare.js"></script>', '<bare-form></bare-form>'),
    ],
    '/bare.js': ['text/javascript', bareFormScript],
    '/course.json': ['application/json', '{"course":79}'],
  };
  const compressedResponses = new Map(
    Object.entries(responses).map(([path, [type, body]]) => [path, { type, body: brotliCompressSync(body) }]),
  );
  const server = createServer(({ url = '/' }, response) => {
    const entry = compressedResponses.get(new URL(url, exchange).pathname);
    if (!entry) return void response.writeHead(404).end();
    const headers = { 'content-type': `${entry.type}; charset=utf-8`, 'content-encoding': 'br' };
    response.writeHead(200, { ...headers, 'cache-control': 'no-store' }).end(entry.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
