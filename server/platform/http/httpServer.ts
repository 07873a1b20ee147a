import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from '../config/config.ts';
import { getSystemErrorCode, describeError, StartError } from '../startError.ts';
import { respondOrRequest } from './response/responseCache.ts';
import { discardUnreadBody } from './request/unreadBody.ts';

/** A listening HTTP server. */
export interface HttpServer {
  /** Stops accepting requests; closes connections that are still open after `grace` milliseconds. */
  stop: (grace: number) => Promise<void>;
}

const LISTEN_ERROR_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the host is unknown',
};

/** Timeouts of a connection, milliseconds. */
export interface ConnectionTimeouts {
  /** From the start of a request, or of the connection, to the end of the headers. */
  headersMs: number;
  /** From the start of a request to the end of its body. */
  requestMs: number;
}

/** Slow clients must not hold connections. The largest upload, 8 MB, needs 1.1 Mbit/s. */
export const CONNECTION_TIMEOUTS: ConnectionTimeouts = { headersMs: 10_000, requestMs: 60_000 };

/** Interval at which Node checks the timeouts of connections, milliseconds. Its default is 30 s. */
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;

/** Listens on a port. Throws StartError, which lists the `variables` that set it. */
export async function startHttpServer(
  app: Hono,
  { host, port, variables = 'PORT or HOST' }: Pick<Config, 'host' | 'port'> & { variables?: string },
  { headersMs, requestMs } = CONNECTION_TIMEOUTS,
): Promise<HttpServer> {
  // Node's cleanup would cut off a client that sends for more than half a second after its response.
  const handleRequest = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    (incoming, outgoing) => {
      respondOrRequest(app, incoming, outgoing, () => {
        discardUnreadBody(incoming, outgoing);
        void handleRequest(incoming, outgoing);
      });
    },
  );
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const explanation = LISTEN_ERROR_REASONS[getSystemErrorCode(error)] ?? describeError(error);
    throw new StartError(`Cannot listen on ${host}:${port}: ${explanation}. Set ${variables}.`, {
      cause: error,
    });
  }
  return { stop: grace => stopServer(server, grace) };
}

async function stopServer(server: Server, graceMs: number): Promise<void> {
  const closeEvent = once(server, 'close');
  server.close();
  // Node has no event for a keep-alive connection that becomes idle.
  const idleConnectionsTimer = setInterval(() => server.closeIdleConnections(), 20);
  const cutoffTimer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closeEvent;
  clearInterval(idleConnectionsTimer);
  clearTimeout(cutoffTimer);
}
