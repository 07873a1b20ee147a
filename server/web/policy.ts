import { createHash } from 'node:crypto';
import type { Config } from '#server/config.ts';

/** Names and values of response headers. */
export type Headers = Readonly<Record<string, string>>;

/** Of every answer that is not the API's. HSTS only where people come by https. */
export function common({ publicOrigin }: Config): Headers {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(publicOrigin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/**
 * Of a page of the site: nothing from another origin, nothing inline but what the page was built with, no frames; forms go
 * to itself and to the origins of `merchants`.
 */
export function site(html: string, merchants: readonly string[] = []): Headers {
  const forms = ["form-action 'self'", ...merchants].join(' ');
  return {
    'Content-Security-Policy': policy(html, forms, "frame-ancestors 'none'"),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()',
  };
}

/** Of a page whose address is somebody's own, a claim's or a verification's: no search engine and no other site learns it. */
export const personal: Headers = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/** Of an example: as strict as the policy that partners are promised to be able to have; our own pages may frame it. */
export function example(html: string): Headers {
  return { 'Content-Security-Policy': policy(html, "form-action 'none'", "frame-ancestors 'self'") };
}

/** Of the partners' script and its chunks: any page may load them. */
export const anywhere: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
};

function policy(html: string, ...more: string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes(html, 'script')].join(' '),
    ["style-src 'self'", ...hashes(html, 'style')].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    ...more,
  ].join('; ');
}

/** The digests under which a policy allows the inline blocks that a page of ours has. */
function hashes(html: string, element: 'script' | 'style'): string[] {
  const blocks = html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>(.+?)</${element}>`, 'gs'));
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  return [...new Set([...blocks].map(([, text = '']) => `'sha256-${digest(text)}'`))];
}
