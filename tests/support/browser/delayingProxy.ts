import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A proxy for an exchange that delays some files. */
export interface DelayingProxy {
  origin: string;
  /** Forwards the delayed requests and all later ones. */
  release: () => void;
  close: () => void;
}

/**
 * Starts a proxy for `exchange`. Requests with matching paths wait for `release`, and so does what follows the first match
 * of `pausedText` in the home page.
 */
export async function startDelayingProxy(
  exchange: string,
  delayedPaths: RegExp,
  pausedText?: RegExp,
): Promise<DelayingProxy> {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  const server = createServer(async (incomingRequest, outgoingResponse) => {
    if (delayedPaths.test(incomingRequest.url ?? '')) await released;
    const isPaused = pausedText !== undefined && incomingRequest.url === '/';
    const { method } = incomingRequest;
    const headers = { ...incomingRequest.headers, ...(isPaused && { 'accept-encoding': 'identity' }) };
    const forwardedRequest = request(exchange + incomingRequest.url, { method, headers }, response => {
      outgoingResponse.writeHead(response.statusCode ?? 502, response.headers);
      if (isPaused) void sendInParts(response, outgoingResponse, pausedText, released);
      else response.pipe(outgoingResponse);
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

/** Sends a body up to the end of the first match, and the rest once `released` resolves. */
async function sendInParts(
  source: IncomingMessage,
  target: ServerResponse,
  pausedText: RegExp,
  released: Promise<void>,
): Promise<void> {
  const body = await text(source);
  const match = pausedText.exec(body);
  if (!match) throw new Error(`the page has no ${pausedText}`);
  const end = match.index + match[0].length;
  target.write(body.slice(0, end));
  await released;
  target.end(body.slice(end));
}
