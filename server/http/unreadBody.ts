import type { IncomingMessage, ServerResponse } from 'node:http';

/** A client that sends more than this after its response is cut off, bytes: four of the largest bodies. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

/** Time that a client has to finish its body after the response, milliseconds. */
const DISCARD_TIMEOUT_MS = 30_000;

/**
 * Drops what a client still sends after its response. Browsers read a response only when they have sent the body: a
 * connection that ends before is a network error, which they retry. Ends the connection beyond 32 MB or 30 s.
 */
export function discardUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    incoming.resume();
    if (incoming.complete || incoming.destroyed) return;
    const { socket } = incoming;
    const timer = setTimeout(() => socket.destroy(), DISCARD_TIMEOUT_MS);
    // Node does it only before the response. A proxy may still read the body.
    const destroyBody = () => incoming.destroy();
    socket.once('close', destroyBody);
    incoming.once('close', () => {
      clearTimeout(timer);
      socket.off('close', destroyBody);
    });
    let discardedBytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      discardedBytes += chunk.length;
      if (discardedBytes > MAX_DISCARDED_BYTES) socket.destroy();
    });
  });
}
