import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import * as config from '#server/config.ts';
import { app } from '#server/front/app.ts';
import * as backends from '#server/front/backend.ts';
import { open as openLog } from '#server/log.ts';

/** A request as a backend sees it. */
export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A backend that does what a test says, and remembers what it was asked. */
export interface Stub {
  origin: string;
  seen: Seen[];
  close: () => Promise<void>;
}

/** Listens on a port of its own. `answer` runs when the whole request is there. */
export async function stub(answer: (seen: Seen, response: ServerResponse) => void): Promise<Stub> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(parts) };
      seen.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** A front end in this process, on a port of its own; `silence` is how long it waits for its backend, milliseconds. */
export async function front(apiOrigin: string, env: Record<string, string> = {}, silence = 2_000) {
  const settings = config.read({ API_ORIGIN: apiOrigin, PUBLIC_ORIGIN: 'https://exchange.example', ...env });
  const lines: string[] = [];
  const log = openLog('info', { write: line => void lines.push(line) });
  const backend = backends.open({ ...settings, apiOrigin }, log, silence);
  const made = app(settings, log, backend, c =>
    Promise.resolve(c.text(c.var.closed === undefined ? 'a page' : `closed ${c.var.closed}`)),
  );
  const server = serve({ fetch: made.fetch, port: 0, hostname: '127.0.0.1' });
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
