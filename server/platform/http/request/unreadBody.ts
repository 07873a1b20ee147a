import type { IncomingMessage, ServerResponse } from 'node:http';

/** Maximum number of bytes of a client after its response, four times the largest body; then it is cut off. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

/** Time for a client to finish its body after the response, milliseconds. */
const DISCARD_TIMEOUT_MS = 30_000;

/**
 * Discards the rest of a body after its response. Browsers read a response only after they have sent the body: a
 * connection that ends earlier is a network error, which they retry. Ends the connection beyond 32 MB or 30 s.
 */
export function discardUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    incoming.resume();
    if (incoming.complete || incoming.destroyed) return;
    const { socket } = incoming;
    const timer = setTimeout(() => socket.destroy(), DISCARD_TIMEOUT_MS);
    // Node does this only before the response. A proxy may still read the body.
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
