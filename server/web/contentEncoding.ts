import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsEncoding } from './fileResponse.ts';

/** How an answer that is made anew for each request is compressed. */
export type ContentEncoding = 'br' | 'gzip' | 'plain';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** A text in each coding: fast rather than small, because somebody waits for it. */
export const encodeText: Record<ContentEncoding, (text: string) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: async text =>
    new Uint8Array(await brotliAsync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
  gzip: async text => new Uint8Array(await gzipAsync(text)),
  plain: async text => new TextEncoder().encode(text),
};

/** The best coding that Accept-Encoding allows. */
export function negotiateEncoding(acceptEncoding: string | undefined): ContentEncoding {
  return (['br', 'gzip'] as const).find(name => acceptsEncoding(acceptEncoding, name)) ?? 'plain';
}

/** The headers that tell of a coding. */
export function createEncodingHeaders(name: ContentEncoding): Record<string, string> {
  return { Vary: 'Accept-Encoding', ...(name === 'plain' ? {} : { 'Content-Encoding': name }) };
}
