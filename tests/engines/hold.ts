import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An exchange behind a line that lets some files wait. */
export interface Held {
  origin: string;
  /** Lets through what has waited, and all that comes. */
  release: () => void;
  close: () => void;
}

/** Opens it in front of `exchange`: paths that match wait for `release`. */
export async function hold(exchange: string, waits: RegExp): Promise<Held> {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  const server = createServer(async (asked, answer) => {
    if (waits.test(asked.url ?? '')) await released;
    const { method, headers } = asked;
    const onward = request(exchange + asked.url, { method, headers }, response => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    release,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
