import { createSecureServer } from 'node:http2';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSelfSignedCertificate } from '../certificate.ts';

/** An HTTP/2 server in front of an exchange, as in production. Its certificate is self-signed. */
export interface Http2Proxy {
  origin: string;
  /** Number of connections that the browser has opened. */
  countConnections: () => number;
  close: () => void;
}

/** Headers that belong to one HTTP/1 connection. HTTP/2 forbids them. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Starts the proxy on a free port. */
export async function startHttp2Proxy(exchangeOrigin: string): Promise<Http2Proxy> {
  const server = createSecureServer(createSelfSignedCertificate());
  let connectionCount = 0;
  server.on('session', () => connectionCount++);
  server.on('request', (incoming, outgoing) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')),
    );
    const forwarded = request(
      exchangeOrigin + incoming.url,
      { method: incoming.method, headers },
      response => {
        const responseHeaders = Object.entries(response.headers).filter(
          ([name]) => !CONNECTION_HEADERS.has(name),
        );
        outgoing.writeHead(response.statusCode ?? 502, Object.fromEntries(responseHeaders));
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.stream.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://127.0.0.1:${port}`,
    countConnections: () => connectionCount,
    close: () => void server.close(),
  };
}
