import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** They belong to one connection, never to the next (RFC 9110, 7.6.1). */
const HOP_BY_HOP_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Only a proxy may say these, and here that is us. `expect` was answered when the body was asked for. */
const PROXY_ONLY_HEADERS = ['host', 'expect', 'forwarded', 'x-real-ip'];

/** The rest of what a proxy says; and names with `_`, which many backends take for the same name with `-`. */
const FORWARDED_HEADER_PATTERN = /^x-forwarded-|_/;

/** Of the backend's connection to us, or said of our own origin by ourselves. */
const BACKEND_ONLY_HEADERS = ['strict-transport-security', 'alt-svc'];

/** Who asks, by which address people know us. */
export interface ForwardingClient {
  client: string;
  publicOrigin: string;
}

/** Headers of a request as the backend gets them; its Host is the backend's own. */
export function buildForwardedHeaders(
  headers: Headers,
  { client, publicOrigin }: ForwardingClient,
): OutgoingHttpHeaders {
  const { protocol, host } = new URL(publicOrigin);
  const dropped = new Set([
    ...HOP_BY_HOP_HEADERS,
    ...PROXY_ONLY_HEADERS,
    ...listConnectionHeaders(headers.get('connection')),
  ]);
  return {
    ...Object.fromEntries(
      [...headers].filter(([name]) => !dropped.has(name) && !FORWARDED_HEADER_PATTERN.test(name)),
    ),
    'x-forwarded-for': client,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  };
}

/** Headers of an answer as the client gets them: a cookie belongs to the address that people use, so it names no other. */
export function buildResponseHeaders(backendHeaders: IncomingHttpHeaders): Headers {
  const dropped = new Set([
    ...HOP_BY_HOP_HEADERS,
    ...BACKEND_ONLY_HEADERS,
    ...listConnectionHeaders(backendHeaders.connection),
  ]);
  const headers = new Headers();
  for (const [name, value] of Object.entries(backendHeaders)) {
    if (value === undefined || dropped.has(name)) continue;
    for (const text of Array.isArray(value) ? value : [value])
      headers.append(name, name === 'set-cookie' ? removeCookieDomain(text) : text);
  }
  return headers;
}

/** Headers that a Connection header names belong to the connection, too. */
function listConnectionHeaders(connection: string | null | undefined): string[] {
  return (connection ?? '').split(',').map(name => name.trim().toLowerCase());
}

function removeCookieDomain(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  return [pair, ...attributes.filter(attribute => !/^\s*domain\s*(=|$)/i.test(attribute))].join(';');
}
