import type { Context } from 'hono';
import { getFiguresState } from '#server/exchange/courses/figuresState.ts';
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

/** Maximum number of responses of a call that are cached for one state of the figures. */
const MAX_CACHED_RESPONSES = 200;

/** Headers of responses with a course. */
export const COURSE_HEADERS = { 'Cache-Control': 'no-store', Vary: 'Authorization' };

/** How old `now` may be in a compressed response, milliseconds: a text with another time must be compressed again. */
const COMPRESSED_LIFETIME_MS = 100;

/** Sends the response with the key, which `build` makes once for each state of the figures. */
type SendResponse<Body> = (c: Context, key: string, build: () => Body) => Response | Promise<Response>;

/** Creates a sender of cacheable JSON with an ETag, or 304. */
export function createFileSender(context: ExchangeContext, cache: string): SendResponse<object> {
  const files = createStateCache<StaticFile>(MAX_CACHED_RESPONSES);
  return (c, key, build) => {
    const file = files.get(getFiguresState(context), key, () => createJsonFile(build()));
    return sendFile(c, file, {}, { cache });
  };
}

/** Creates a file of JSON. */
export function createJsonFile(body: object): StaticFile {
  return createStaticFile('answer.json', new TextEncoder().encode(JSON.stringify(body)));
}

/** Creates a sender of courses, which are the same for all guests. Each client gets its own `now`. */
export function createCourseSender(context: ExchangeContext): SendResponse<{ now?: string | null }> {
  const writers = createStateCache<(now: number) => Uint8Array<ArrayBuffer>>(MAX_CACHED_RESPONSES);
  return (c, key, build) => {
    const write = writers.get(getFiguresState(context), key, () => createTimedWriter(build()));
    return sendBody(c, write(context.now()), 200, {
      ...COURSE_HEADERS,
      'Content-Type': 'application/json',
    });
  };
}

/** Creates a function that copies a response and writes the time into its member `now`. */
function createTimedWriter(body: { now?: string | null }): (now: number) => Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(JSON.stringify(body));
  const timeOffset = bytes.indexOf(`"now":"${body.now}"`) + '"now":"'.length;
  return now => {
    const copy = Buffer.from(bytes);
    copy.write(new Date(now).toISOString(), timeOffset, 'latin1');
    return copy;
  };
}

/** Creates a sender of compressed JSON. Without `isFinal`, the next client may get more. */
export function createCompressedSender(
  context: ExchangeContext,
): SendResponse<{ body: object; isFinal: boolean }> {
  const texts = createStateCache<Promise<Uint8Array<ArrayBuffer>>>(MAX_CACHED_RESPONSES);
  return async (c, ownKey, build) => {
    const encoding = negotiateEncoding(c.req.header('accept-encoding'));
    const key = `${encoding} ${ownKey}`;
    const state = [...getFiguresState(context), Math.floor(context.now() / COMPRESSED_LIFETIME_MS)];
    let mayRepeat = true;
    const text = texts.get(state, key, () => {
      const { body, isFinal } = build();
      mayRepeat = isFinal;
      return encodeText[encoding](JSON.stringify(body));
    });
    if (!mayRepeat) texts.delete(key);
    return sendBody(c, await text, 200, {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json',
      ...createEncodingHeaders(encoding),
    });
  };
}
