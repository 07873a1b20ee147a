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

interface StoredResponse {
  isCurrent: () => boolean;
  /** Sends the response. False: the app must respond. */
  send: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
}

interface ResponseCache {
  responses: Map<string, StoredResponse>;
  /** By key: what continues the requests that wait while the app makes a response again. */
  waiting: Map<string, (() => void)[]>;
}

/** In the environment of a request that a handler sends to the app on behalf of a client, whose limit counts it. */
export interface ParentBinding {
  /** The client's request. */
  parent: Context;
}

const caches = new WeakMap<Hono, ResponseCache>();

/**
 * Sends the stored response to a public request if it is current, else calls `requestApp`. Of requests whose stored
 * response is out of date, only the first reaches the app. The others wait for its response.
 */
export function respondOrRequest(
  app: Hono,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  requestApp: () => void,
): void {
  const [key, cache] = [getKey(incoming), caches.get(app)];
  if (key === undefined || !cache) return requestApp();
  const stored = cache.responses.get(key);
  if (!stored || stored.isCurrent()) return stored?.send(incoming, outgoing) ? undefined : requestApp();
  const waiting = cache.waiting.get(key);
  if (waiting)
    return void waiting.push(() => {
      const made = cache.responses.get(key);
      if (!made?.isCurrent() || !made.send(incoming, outgoing)) requestApp();
    });
  cache.waiting.set(key, []);
  requestApp();
}

/**
 * Stores responses whose handlers say how long they are current, and sends them to further clients with the same
 * request. It logs, counts and limits the requests as the app does. Must be the first middleware of `app`.
 */
export function cacheResponses(app: Hono, config: Config, log: Logger): void {
  const cache: ResponseCache = { responses: new Map(), waiting: new Map() };
  caches.set(app, cache);
  app.use(async (c, next) => {
    const { incoming, parent } = (c.env ?? {}) as Partial<HttpBindings & ParentBinding>;
    const key = incoming && !parent ? getKey(incoming as IncomingMessage) : undefined;
    try {
      await next();
      if (parent) {
        parent.set('isCounted', c.get('isCounted'));
        parent.set('countRequest', c.get('countRequest'));
      }
      const stored = key === undefined ? undefined : createStoredResponse(c, config, log);
      if (key === undefined || !stored) return;
      if (cache.responses.size >= MAX_RESPONSES) cache.responses.clear();
      cache.responses.set(key, stored);
    } finally {
      const waiting = key === undefined ? undefined : cache.waiting.get(key);
      if (key !== undefined) cache.waiting.delete(key);
      for (const respond of waiting ?? []) respond();
    }
  });
}

/** Creates what answers the next request; undefined if the response is not public, or not counted without waiting. */
function createStoredResponse(c: Context, { trustProxy }: Config, log: Logger): StoredResponse | undefined {
  const sent = c.get('sentBody');
  const [countRequest, isCurrent] = [c.get('countRequest'), sent?.isCurrent];
  if (!sent || !isCurrent || sent.response !== c.res) return undefined;
  // A limit that processes share cannot be asked without waiting.
  if (c.get('isCounted') && !countRequest) return undefined;
  const [route, { status, getBody }] = [routePath(c), sent];
  const headers = Object.entries(sent.headers)
    .filter(([name]) => name !== 'X-Request-Id')
    .flat();
  const send: StoredResponse['send'] = ({ socket, headers: { 'x-forwarded-for': hops } }, outgoing) => {
    const address = resolveClientAddress(socket.remoteAddress ?? '', hops?.toString(), trustProxy);
    // Without tokens, the app refuses the request.
    if (countRequest && countRequest(toNetworkKey(address)) > 0) return false;
    const { id, end } = startRequest(log);
    outgoing.writeHead(status, [...headers, 'X-Request-Id', id]).end(getBody());
    end('GET', route, status);
    return true;
  };
  return { isCurrent, send };
}

/** Everything of a request that a public response may depend on; undefined for requests that only the app answers. */
function getKey({ method, url, headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  const key = `${headers.host}\n${url}\n${headers['accept-encoding'] ?? ''}\n${headers['if-none-match'] ?? ''}`;
  return key.length > MAX_KEY_LENGTH ? undefined : key;
}
