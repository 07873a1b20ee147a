import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { getHeader, openReadConnection } from './readConnection.ts';

// `node tests/bench/server/reads/bareServer.ts <port> <requests as JSON>` copies the responses to the requests from the
// server on the port, and sends them from memory, each from a bare route `/<index>`. It sends its own port to its parent.

/** The headers without which a client cannot read the body. */
const COPIED_HEADERS = ['content-type', 'content-encoding'];

const [, , port = '', requests = '[]'] = process.argv;
const source = await openReadConnection(Number(port));
const app = new Hono();
for (const [index, request] of (JSON.parse(requests) as string[]).entries()) {
  const { status, head, body } = await source.send(request);
  const headers = Object.fromEntries(
    COPIED_HEADERS.flatMap(name => {
      const value = getHeader(head, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const bytes = status === 304 ? null : new Uint8Array(body);
  app.get(`/${index}`, c =>
    c.body(bytes as Uint8Array<ArrayBuffer>, status as ContentfulStatusCode, headers),
  );
}
source.close();
const ownPort = await findFreePort();
const handleRequest = getRequestListener(app.fetch);
createServer((incoming, outgoing) => void handleRequest(incoming, outgoing)).listen(
  ownPort,
  '127.0.0.1',
  () => process.send?.(ownPort),
);
process.once('disconnect', () => process.exit());
