import type { Context } from 'hono';
import { createFiguresCheck, getFiguresState } from '#server/exchange/courses/figuresState.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { sendBody } from '#server/platform/http/response/commonHeaders.ts';
import {
  createEncodingHeaders,
  encodeText,
  negotiateEncoding,
} from '#server/platform/http/response/contentEncoding.ts';
import { sendFile } from '#server/platform/http/response/fileResponse.ts';
import { createStaticFile, type StaticFile } from '#server/platform/http/response/staticFiles.ts';
import { createStateCache } from '#server/platform/stateCache.ts';

/** Maximum number of addresses whose responses a call caches for one state of the figures. */
const MAX_CACHED_RESPONSES = 200;

const JSON_HEADERS = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' };

/** How old `now` may be in a compressed response, milliseconds: a text with another time must be compressed again. */
const COMPRESSED_LIFETIME_MS = 100;

/** Sends the response that `build` makes once for each address and state of the figures. */
type SendResponse<Body> = (c: Context, build: () => Body) => Response | Promise<Response>;

/** Creates a sender of cacheable JSON with an ETag, or 304. */
export function createFileSender(context: ExchangeContext, cache: string): SendResponse<object> {
  const files = createStateCache<StaticFile>(MAX_CACHED_RESPONSES);
  return (c, build) => {
    const state = getFiguresState(context);
    const file = files.get(state, c.req.url, () => createJsonFile(build()));
    return sendFile(c, file, {}, { cache, isCurrent: createFiguresCheck(context, state) });
  };
}

/** Creates a file of JSON. */
export function createJsonFile(body: object): StaticFile {
  return createStaticFile('answer.json', new TextEncoder().encode(JSON.stringify(body)));
}

/** Creates a sender of courses, which are the same for all guests. Each client gets its own `now`. */
export function createCourseSender(context: ExchangeContext): SendResponse<{ now?: string | null }> {
  const bodies = createStateCache<{ bytes: Buffer<ArrayBuffer>; timeOffset: number }>(MAX_CACHED_RESPONSES);
  return (c, build) => {
    const state = getFiguresState(context);
    const { bytes, timeOffset } = bodies.get(state, c.req.url, () => {
      const body = build();
      const bytes = Buffer.from(JSON.stringify(body));
      return { bytes, timeOffset: bytes.indexOf(`"now":"${body.now}"`) + '"now":"'.length };
    });
    const getBody = () => {
      const copy = Buffer.from(bytes);
      copy.write(new Date(context.now()).toISOString(), timeOffset, 'latin1');
      return copy;
    };
    const headers = { ...JSON_HEADERS, Vary: 'Authorization' };
    return sendBody(c, getBody, 200, headers, createFiguresCheck(context, state));
  };
}

/** Creates a sender of compressed JSON. */
export function createCompressedSender(context: ExchangeContext): SendResponse<object> {
  const texts = createStateCache<Promise<Uint8Array<ArrayBuffer>>>(MAX_CACHED_RESPONSES);
  return async (c, build) => {
    const encoding = negotiateEncoding(c.req.header('accept-encoding'));
    const state = getFiguresState(context, COMPRESSED_LIFETIME_MS);
    const isCurrent = createFiguresCheck(context, state, COMPRESSED_LIFETIME_MS);
    const key = `${encoding} ${c.req.url}`;
    const bytes = await texts.get(state, key, () => encodeText[encoding](JSON.stringify(build())));
    return sendBody(c, () => bytes, 200, { ...JSON_HEADERS, ...createEncodingHeaders(encoding) }, isCurrent);
  };
}
