import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Milliseconds. */
  at: number;
}

/** Opens a receiver of webhooks on this machine. `respond` decides what it answers; default: 204. */
export async function openWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  const receiver = {
    url: '',
    received,
    respond: (response: ServerResponse, _request: ReceivedWebhook): void =>
      void response.writeHead(204).end(),
    /** The data of the events, in the order of their arrival. */
    listData: () => received.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const webhook = { path, headers, body: Buffer.concat(chunks).toString(), at: Date.now() };
      received.push(webhook);
      receiver.respond(response, webhook);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}
