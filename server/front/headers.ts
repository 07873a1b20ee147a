import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** They belong to one connection, never to the next (RFC 9110, 7.6.1). */
const HOP = [
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
const OURS = ['host', 'expect', 'forwarded', 'x-real-ip'];

/** The rest of what a proxy says; and names with `_`, which many backends take for the same name with `-`. */
const SAID = /^x-forwarded-|_/;

/** Of the backend's connection to us, or said of our own origin by ourselves. */
const THEIRS = ['strict-transport-security', 'alt-svc'];

/** Who asks, by which address people know us. */
export interface Asked {
  client: string;
  publicOrigin: string;
}

/** Headers of a request as the backend gets them; its Host is the backend's own. */
export function request(given: Headers, { client, publicOrigin }: Asked): OutgoingHttpHeaders {
  const { protocol, host } = new URL(publicOrigin);
  const dropped = new Set([...HOP, ...OURS, ...named(given.get('connection'))]);
  return {
    ...Object.fromEntries([...given].filter(([name]) => !dropped.has(name) && !SAID.test(name))),
    'x-forwarded-for': client,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  };
}

/** Headers of an answer as the client gets them: a cookie belongs to the address that people use, so it names no other. */
export function response(given: IncomingHttpHeaders): Headers {
  const dropped = new Set([...HOP, ...THEIRS, ...named(given.connection)]);
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || dropped.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value])
      headers.append(name, name === 'set-cookie' ? withoutDomain(one) : one);
  }
  return headers;
}

/** Headers that a Connection header names belong to the connection, too. */
function named(connection: string | null | undefined): string[] {
  return (connection ?? '').split(',').map(name => name.trim().toLowerCase());
}

function withoutDomain(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  return [pair, ...attributes.filter(one => !/^\s*domain\s*(=|$)/i.test(one))].join(';');
}
