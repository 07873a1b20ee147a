import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy for an exchange that delays some files. */
export interface DelayingProxy {
  origin: string;
  /** Forwards the delayed requests and all later ones. */
  release: () => void;
  close: () => void;
}

/** Starts a proxy for `exchange`. Requests with matching paths wait for `release`. */
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
