import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Headers of one connection; a proxy must not forward them (RFC 9110, 7.6.1). */
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

/** Request headers that this proxy sets itself. Node has already answered `expect`. */
const PROXY_ONLY_HEADERS = ['host', 'expect', 'forwarded', 'x-real-ip'];

/** Further proxy headers, and names with `_`: many backends read them as the same name with `-`. */
const FORWARDED_HEADER_PATTERN = /^x-forwarded-|_/;

/** Response headers about the backend's own connection; this server sets its own. */
const BACKEND_ONLY_HEADERS = ['strict-transport-security', 'alt-svc'];

/** Builds the request headers for the backend. `client`: its address. Host is set by the HTTP client. */
export function buildForwardedHeaders(
  headers: Headers,
  { client, publicOrigin }: { client: string; publicOrigin: string },
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

/** Builds the response headers for the client. The Domain of cookies is removed, so that they belong to this origin. */
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

/** Lists the header names in Connection, which are hop-by-hop, too. */
function listConnectionHeaders(connection: string | null | undefined): string[] {
  return (connection ?? '').split(',').map(name => name.trim().toLowerCase());
}

function removeCookieDomain(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  return [pair, ...attributes.filter(attribute => !/^\s*domain\s*(=|$)/i.test(attribute))].join(';');
}
