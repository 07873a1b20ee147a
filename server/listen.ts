import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from './config.ts';
import { codeOf, reason, StartError } from './database/error.ts';

/** The server as long as it takes requests. */
export interface Listening {
  /** Takes no new requests, lets running ones end within `grace` milliseconds, then cuts what is left. */
  stop: (grace: number) => Promise<void>;
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'this user may not',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};

/** Listens on HOST and PORT. Throws StartError. */
export async function listen(app: Hono, { host, port }: Pick<Config, 'host' | 'port'>): Promise<Listening> {
  const server = createServer(getRequestListener(app.fetch));
  // A client that dawdles over its headers or its body is not waited for.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const why = REASONS[codeOf(error)] ?? reason(error);
    throw new StartError(`Cannot listen on ${host}:${port}: ${why}. Set PORT or HOST.`, { cause: error });
  }
  return { stop: grace => stop(server, grace) };
}

async function stop(server: Server, grace: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A kept-alive connection becomes idle when its last answer has gone; nobody tells us then.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const cut = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
