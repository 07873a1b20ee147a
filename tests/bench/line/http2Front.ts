import { Agent, request as sendRequest } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';

/** A server that terminates TLS 1.3 and HTTP/2 in front of a server with plain HTTP, like nginx in production. */
export interface Http2Front {
  port: number;
  close: () => void;
}

/** Headers of one HTTP/1.1 connection, which HTTP/2 does not have. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** Address of the visitor in X-Forwarded-For, from a range for documentation. */
const VISITOR_ADDRESS = '192.0.2.1';

/** Starts the front of the server on `targetPort` of this machine. */
export async function startHttp2Front({ key, cert }: Certificate, targetPort: number): Promise<Http2Front> {
  const agent = new Agent({ keepAlive: true });

  function forward(request: Http2ServerRequest, response: Http2ServerResponse) {
    const headers = {
      ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith(':'))),
      host: request.authority,
      'x-forwarded-for': VISITOR_ADDRESS,
      'x-forwarded-proto': 'https',
    };
    const target = sendRequest({
      port: targetPort,
      agent,
      method: request.method,
      path: request.url,
      headers,
    });
    target.on('response', answer => {
      const kept = Object.entries(answer.headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.pipe(response);
    });
    // The visit has ended, or the server does not respond.
    target.on('error', () => response.stream?.close());
    request.pipe(target);
  }

  const server = createSecureServer({ key, cert, minVersion: 'TLSv1.3' }, forward);
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', session => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const session of sessions) session.destroy();
      server.close();
      agent.destroy();
    },
  };
}
