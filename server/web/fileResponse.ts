import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { StaticFile } from './staticFiles.ts';
import type { ResponseHeaders } from './securityHeaders.ts';

const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable';

/** How long a file whose name stays the same may be used without asking. */
export const CACHE_REVALIDATE = 'no-cache';
export const CACHE_FIVE_MINUTES = 'public, max-age=300';

/** Answers a GET or HEAD with a file: compressed when the client takes it, 304 when the client has it already. */
export function sendFile(
  c: Context,
  file: StaticFile,
  headers: ResponseHeaders,
  { status = 200, cache = CACHE_REVALIDATE }: { status?: ContentfulStatusCode; cache?: string } = {},
): Response {
  const encoding = (['br', 'gzip'] as const).find(
    name => file.encodings[name] && acceptsEncoding(c.req.header('accept-encoding'), name),
  );
  const body = (encoding && file.encodings[encoding]) || file.body;
  // Other bytes, other tag: a cache between us keeps each coding apart.
  const etag = `"${file.digest}${encoding ? `-${encoding}` : ''}"`;
  const responseHeaders = {
    ...headers,
    'Cache-Control': file.immutable ? CACHE_IMMUTABLE : cache,
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  if (status === 200 && matchesEtag(c.req.header('if-none-match'), file.digest))
    return c.body(null, 304, responseHeaders);
  return c.body(body, status, {
    ...responseHeaders,
    'Content-Type': file.type,
    'Content-Length': String(body.length),
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
}

/** Whether Accept-Encoding names the coding and does not give it weight 0. */
export function acceptsEncoding(header: string | undefined, encoding: string): boolean {
  return (header ?? '').split(',').some(part => {
    const [name = '', weight = ''] = part.split(';');
    return name.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/i.test(weight);
  });
}

/** Whether one of If-None-Match's tags is this content, in whichever coding it came. */
function matchesEtag(header: string | undefined, digest: string): boolean {
  if (header?.trim() === '*') return true;
  return (header ?? '').split(',').some(
    tag =>
      tag
        .trim()
        .replace(/^W\//, '')
        .replaceAll('"', '')
        .replace(/-(br|gzip)$/, '') === digest,
  );
}
