import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An exchange behind a line that lets some files wait. */
export interface DelayingProxy {
  origin: string;
  /** Lets through what has waited, and all that comes. */
  release: () => void;
  close: () => void;
}

/** Opens it in front of `exchange`: paths that match wait for `release`. */
export async function startDelayingProxy(exchange: string, delayedPaths: RegExp): Promise<DelayingProxy> {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  const server = createServer(async (incomingRequest, outgoingResponse) => {
    if (delayedPaths.test(incomingRequest.url ?? '')) await released;
    const { method, headers } = incomingRequest;
    const forwardedRequest = request(exchange + incomingRequest.url, { method, headers }, response => {
      outgoingResponse.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoingResponse);
    });
    forwardedRequest.on('error', () => outgoingResponse.destroy());
    incomingRequest.pipe(forwardedRequest);
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
