import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { parseConfig } from '#server/platform/config/config.ts';
import { createProxyApp } from '#server/proxy/proxyApp.ts';
import { createBackendClient } from '#server/proxy/backendClient.ts';
import { createLogger } from '#server/platform/logger.ts';

/** A request as the backend receives it. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A backend that records its requests. The test provides the responses. */
export interface StubBackend {
  origin: string;
  requests: ReceivedRequest[];
  close: () => Promise<void>;
}

/** Starts a backend on a free port. `handle` runs after the complete request is received. */
export async function startStubBackend(
  handle: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<StubBackend> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const received = { method, url, headers, body: Buffer.concat(parts) };
      requests.push(received);
      handle(received, response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Starts a front end in this process on a free port. `timeoutMs` limits the wait for its backend. */
export async function startProxyServer(
  apiOrigin: string,
  env: Record<string, string> = {},
  timeoutMs = 2_000,
) {
  const settings = parseConfig({ API_ORIGIN: apiOrigin, PUBLIC_ORIGIN: 'https://exchange.example', ...env });
  const lines: string[] = [];
  const log = createLogger('info', { write: line => void lines.push(line) });
  const backend = createBackendClient({ ...settings, apiOrigin }, log, timeoutMs);
  const proxyApp = createProxyApp(settings, log, backend, c =>
    Promise.resolve(
      c.text(c.var.maintenanceRetryAfter === undefined ? 'a page' : `closed ${c.var.maintenanceRetryAfter}`),
    ),
  );
  const server = serve({ fetch: proxyApp.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise(resolve => server.once('listening', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backend,
    log: () => lines.join(''),
    close: async () => {
      backend.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
