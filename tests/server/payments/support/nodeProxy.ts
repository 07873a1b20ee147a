import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Returns the body to send; undefined: none, until the connection is closed. */
type ResponseChange = (method: string, body: string) => string | undefined;

/** A server between the exchange and a node, which changes what the node responds. */
export interface NodeProxy {
  origin: string;
  change: (change: ResponseChange) => void;
  close: () => Promise<void>;
}

/** Starts a proxy that changes nothing yet. */
export async function startNodeProxy(target: string): Promise<NodeProxy> {
  let changeResponse: ResponseChange = (_, body) => body;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const answer = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const { method } = JSON.parse(body) as { method: string };
      const changed = changeResponse(method, await answer.text());
      if (changed !== undefined) response.end(changed);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: change => void (changeResponse = change),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
