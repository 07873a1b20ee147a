import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from '../config.ts';
import { getSystemErrorCode, describeError, StartError } from '../startError.ts';

/** The server as long as it takes requests. */
export interface HttpServer {
  /** Takes no new requests, lets running ones end within `grace` milliseconds, then cuts what is left. */
  stop: (grace: number) => Promise<void>;
}

const LISTEN_ERROR_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'this user may not',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};

/** Listens on HOST and PORT. Throws StartError. */
export async function startHttpServer(
  app: Hono,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<HttpServer> {
  const server = createServer(getRequestListener(app.fetch));
  // A client that dawdles over its headers or its body is not waited for.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const explanation = LISTEN_ERROR_REASONS[getSystemErrorCode(error)] ?? describeError(error);
    throw new StartError(`Cannot listen on ${host}:${port}: ${explanation}. Set PORT or HOST.`, {
      cause: error,
    });
  }
  return { stop: grace => stopServer(server, grace) };
}

async function stopServer(server: Server, graceMs: number): Promise<void> {
  const closeEvent = once(server, 'close');
  server.close();
  // A kept-alive connection becomes idle when its last answer has gone; nobody tells us then.
  const idleConnectionsTimer = setInterval(() => server.closeIdleConnections(), 20);
  const cutoffTimer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closeEvent;
  clearInterval(idleConnectionsTimer);
  clearTimeout(cutoffTimer);
}
