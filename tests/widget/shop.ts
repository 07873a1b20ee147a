import * as plain from 'node:http';
import * as secure from 'node:https';
import type { AddressInfo } from 'node:net';

/** A shop of an origin of its own, whose pages hold a widget as their address asks for it, or what a test puts on them. */
export interface Shop {
  /** Address of the page with a widget of `exchange` and these attributes. */
  page: (exchange: string, attributes: Readonly<Record<string, string>>) => string;
  /** Address of a page of this very HTML, served with these headers too; pages of one shop may frame each other. */
  show: (html: string, headers?: Readonly<Record<string, string>>) => string;
  close: () => void;
}

const text = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The shop's page: a strict policy that knows the exchange and nobody else. */
function html(exchange: string, attributes: URLSearchParams): string {
  const given = [...attributes].map(([name, value]) => `${name}="${text(value)}"`).join(' ');
  return `<!doctype html>
<html lang="ru">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src ${text(exchange)}; connect-src ${text(exchange)}; frame-src ${text(exchange)}" />
    <title>Магазин</title>
    <script src="${text(exchange)}/widget/exchange-widget.js" async></script>
  </head>
  <body>
    <h1>Магазин</h1>
    <exchange-widget ${given}></exchange-widget>
  </body>
</html>`;
}

/** Opens the shop on a free port; with a certificate its pages are https. */
export async function open(certificate?: { key: Buffer; cert: Buffer }): Promise<Shop> {
  const shown: { html: string; headers: Readonly<Record<string, string>> }[] = [];
  const answer: plain.RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const own = shown[Number(pathname.slice(1) || -1)];
    if (own) return void response.writeHead(200, own.headers).end(own.html);
    const exchange = searchParams.get('exchange');
    if (exchange === null) return void response.writeHead(404).end();
    searchParams.delete('exchange');
    response.end(html(exchange, searchParams));
  };
  const server = certificate ? secure.createServer(certificate, answer) : plain.createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http${certificate ? 's' : ''}://127.0.0.1:${port}`;
  return {
    page: (exchange, attributes) => `${origin}/?${new URLSearchParams({ exchange, ...attributes })}`,
    show: (html, headers = {}) => `${origin}/${shown.push({ html, headers }) - 1}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
