import type { Config } from '../../config/config.ts';

/** Names and values of response headers. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** Headers of every response. HSTS only if the public origin is https. */
export function createCommonHeaders({ publicOrigin }: Config): ResponseHeaders {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(publicOrigin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}
