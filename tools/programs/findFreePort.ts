import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Range of the returned ports. It is below the ephemeral ports of Linux (from 32768), from which the system takes a port
 * for each outgoing connection and each `listen(0)`: such a port may be in use again before its caller binds it.
 */
const PORT_RANGE = { first: 15_000, end: 32_000 } as const;

const MAX_ATTEMPTS = 100;

/** Returns a random TCP port of 127.0.0.1 that no program uses now. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = randomInt(PORT_RANGE.first, PORT_RANGE.end);
    if (await canListen(port)) return port;
  }
  throw new Error(`no free port in ${MAX_ATTEMPTS} attempts`);
}

function canListen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
