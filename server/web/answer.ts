import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { File } from './files.ts';
import type { Headers } from './policy.ts';

const YEAR = 'public, max-age=31536000, immutable';

/** How long a file whose name stays the same may be used without asking. */
export const ASK_ALWAYS = 'no-cache';
export const FIVE_MINUTES = 'public, max-age=300';

/** Answers a GET or HEAD with a file: compressed when the client takes it, 304 when the client has it already. */
export function answer(
  c: Context,
  file: File,
  headers: Headers,
  { status = 200, cache = ASK_ALWAYS }: { status?: ContentfulStatusCode; cache?: string } = {},
): Response {
  const coding = (['br', 'gzip'] as const).find(
    name => file.codings[name] && accepts(c.req.header('accept-encoding'), name),
  );
  const body = (coding && file.codings[coding]) || file.body;
  // Other bytes, other tag: a cache between us keeps each coding apart.
  const tag = `"${file.digest}${coding ? `-${coding}` : ''}"`;
  const all = {
    ...headers,
    'Cache-Control': file.immutable ? YEAR : cache,
    ETag: tag,
    Vary: 'Accept-Encoding',
  };
  if (status === 200 && holds(c.req.header('if-none-match'), file.digest)) return c.body(null, 304, all);
  return c.body(body, status, {
    ...all,
    'Content-Type': file.type,
    'Content-Length': String(body.length),
    ...(coding ? { 'Content-Encoding': coding } : {}),
  });
}

/** Whether Accept-Encoding names the coding and does not give it weight 0. */
export function accepts(header: string | undefined, coding: string): boolean {
  return (header ?? '').split(',').some(part => {
    const [name = '', weight = ''] = part.split(';');
    return name.trim().toLowerCase() === coding && !/^\s*q=0(\.0*)?\s*$/i.test(weight);
  });
}

/** Whether one of If-None-Match's tags is this content, in whichever coding it came. */
function holds(header: string | undefined, digest: string): boolean {
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
