import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { StaticFile } from './staticFiles.ts';
import { sendBody, type ResponseHeaders } from './commonHeaders.ts';

const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable';

/** Cache-Control of files with stable names: revalidate every time. */
export const CACHE_REVALIDATE = 'no-cache';
export const CACHE_FIVE_MINUTES = 'public, max-age=300';

interface FileOptions {
  status?: ContentfulStatusCode;
  cache?: string;
  isCurrent?: (() => boolean) | undefined;
}

/** Sends a file for GET or HEAD: compressed if the client accepts it, 304 if its ETag matches. */
export function sendFile(
  c: Context,
  file: StaticFile,
  headers: ResponseHeaders,
  { status = 200, cache = CACHE_REVALIDATE, isCurrent }: FileOptions = {},
): Response {
  const encoding = (['br', 'gzip'] as const).find(
    name => file.encodings[name] && acceptsEncoding(c.req.header('accept-encoding'), name),
  );
  const body = (encoding && file.encodings[encoding]) || file.body;
  // Each encoding has its own ETag, so that shared caches keep them apart.
  const etag = `"${file.digest}${encoding ? `-${encoding}` : ''}"`;
  const responseHeaders = {
    ...headers,
    'Cache-Control': file.immutable ? CACHE_IMMUTABLE : cache,
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  if (status === 200 && matchesEtag(c.req.header('if-none-match'), file.digest))
    return sendBody(c, () => null, 304, responseHeaders, isCurrent);
  // Files of a build are compressed after the server has started.
  const { br } = file.encodings;
  const isSame = isCurrent && (() => isCurrent() && file.encodings.br === br);
  const bodyHeaders = { 'Content-Type': file.type, ...(encoding && { 'Content-Encoding': encoding }) };
  return sendBody(c, () => body, status, { ...responseHeaders, ...bodyHeaders }, isSame);
}

/** Whether Accept-Encoding lists the encoding with a weight above 0. */
export function acceptsEncoding(header: string | undefined, encoding: string): boolean {
  return (header ?? '').split(',').some(part => {
    const [name = '', weight = ''] = part.split(';');
    return name.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/i.test(weight);
  });
}

/** Whether If-None-Match has a tag of this content in any encoding. */
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
