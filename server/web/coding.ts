import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { accepts } from './answer.ts';

/** How an answer that is made anew for each request is compressed. */
export type Coding = 'br' | 'gzip' | 'plain';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A text in each coding: fast rather than small, because somebody waits for it. */
export const encode: Record<Coding, (text: string) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: async text => new Uint8Array(await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
  gzip: async text => new Uint8Array(await zip(text)),
  plain: async text => new TextEncoder().encode(text),
};

/** The best coding that Accept-Encoding allows. */
export function coding(accepted: string | undefined): Coding {
  return (['br', 'gzip'] as const).find(name => accepts(accepted, name)) ?? 'plain';
}

/** The headers that tell of a coding. */
export function headers(name: Coding): Record<string, string> {
  return { Vary: 'Accept-Encoding', ...(name === 'plain' ? {} : { 'Content-Encoding': name }) };
}
