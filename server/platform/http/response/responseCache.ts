import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { startRequest } from '../../logger.ts';
import { resolveClientAddress, toNetworkKey } from '../request/ipAddress.ts';

/** Maximum number of responses in memory, and of characters of their keys. Clients can invent addresses. */
const MAX_RESPONSES = 500;
const MAX_KEY_LENGTH = 600;

/** Sends a stored response. False: the app must respond. */
type Respond = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** In the environment of a request that a handler sends to the app on behalf of a client, whose limit counts it. */
export interface ParentBinding {
  /** The client's request. */
  parent: Context;
}

const storedResponses = new WeakMap<Hono, Map<string, Respond>>();

/** Sends the response to a public request without the app, if it has one that is current. */
export function respondWithoutApp(app: Hono, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const key = getKey(incoming);
  return key !== undefined && (storedResponses.get(app)?.get(key)?.(incoming, outgoing) ?? false);
}

/**
 * Stores responses whose handlers say how long they are current, and sends them to further clients with the same
 * request. It logs, counts and limits the requests as the app does. Must be the first middleware of `app`.
 */
export function cacheResponses(app: Hono, { trustProxy }: Config, log: Logger): void {
  const responses = new Map<string, Respond>();
  storedResponses.set(app, responses);
  app.use(async (c, next) => {
    await next();
    const { incoming, parent } = (c.env ?? {}) as Partial<HttpBindings & ParentBinding>;
    const sent = c.get('sentBody');
    const [countRequest, isCurrent] = [c.get('countRequest'), sent?.isCurrent];
    if (parent) {
      parent.set('isCounted', c.get('isCounted'));
      parent.set('countRequest', countRequest);
      return;
    }
    const key = incoming && getKey(incoming as IncomingMessage);
    if (key === undefined || !sent || !isCurrent || sent.response !== c.res) return;
    // A limit that processes share cannot be asked without waiting.
    if (c.get('isCounted') && !countRequest) return;
    if (responses.size >= MAX_RESPONSES) responses.clear();
    const [route, { status, getBody }] = [routePath(c), sent];
    const headers = Object.entries(sent.headers)
      .filter(([name]) => name !== 'X-Request-Id')
      .flat();
    responses.set(key, ({ socket, headers: { 'x-forwarded-for': forwardedFor } }, outgoing) => {
      if (!isCurrent()) return false;
      const address = resolveClientAddress(socket.remoteAddress ?? '', forwardedFor?.toString(), trustProxy);
      // Without tokens, the app refuses the request.
      if (countRequest && countRequest(toNetworkKey(address)) > 0) return false;
      const { id, end } = startRequest(log);
      outgoing.writeHead(status, [...headers, 'X-Request-Id', id]).end(getBody());
      end('GET', route, status);
      return true;
    });
  });
}

/** Everything of a request that a public response may depend on; undefined for requests that only the app answers. */
function getKey({ method, url, headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  const key = `${headers.host}\n${url}\n${headers['accept-encoding'] ?? ''}\n${headers['if-none-match'] ?? ''}`;
  return key.length > MAX_KEY_LENGTH ? undefined : key;
}
