import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Config } from '../../config/config.ts';
import { resolveClientAddress, toNetworkKey } from './ipAddress.ts';

/** Sets `clientAddress` and `clientNetwork`. Requests without a socket (in-process) count as 127.0.0.1. */
export function identifyClient(config: Config): MiddlewareHandler {
  return (c, next) => {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    const peer = incoming?.socket.remoteAddress ?? '127.0.0.1';
    const address = resolveClientAddress(peer, c.req.header('x-forwarded-for'), config.trustProxy);
    c.set('clientAddress', address);
    c.set('clientNetwork', toNetworkKey(address));
    return next();
  };
}
