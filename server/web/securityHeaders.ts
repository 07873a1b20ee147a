import { createHash } from 'node:crypto';
import type { Config } from '#server/config.ts';
import { getMerchantOrigins } from '#server/merchant/merchantOrder.ts';

/** Names and values of response headers. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** Of every answer. HSTS only where people come by https. */
export function createCommonHeaders({ publicOrigin }: Config): ResponseHeaders {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(publicOrigin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/** Other origins that a page of the site may deal with: each only where the configuration names it. */
export interface AllowedOrigins {
  /** Where forms may be posted to. */
  merchants?: readonly string[];
  /** Where the chat's script comes from, and what it loads and talks to. */
  chat?: readonly string[];
  /** Where errors are reported. */
  sentry?: string | null;
}

/** What the configuration allows: the origins of merchants, of the chat and of the DSN. */
export function getAllowedOrigins(
  config: Pick<Config, 'merchants' | 'publicOrigin' | 'chatOrigins' | 'sentryDsn'>,
): AllowedOrigins {
  const { chatOrigins, sentryDsn } = config;
  return {
    merchants: getMerchantOrigins(config),
    chat: chatOrigins,
    sentry: sentryDsn === null ? null : new URL(sentryDsn).origin,
  };
}

/**
 * Of a page of the site: no inline script, no inline style but the elements that `html` was built with, no frame around
 * it, nothing from another origin but `AllowedOrigins`.
 */
export function createSiteHeaders(
  html: string,
  { merchants = [], chat = [], sentry = null }: AllowedOrigins = {},
): ResponseHeaders {
  const sockets = chat.map(origin => origin.replace(/^http/, 'ws'));
  return {
    'Content-Security-Policy': formatPolicy({
      'script-src': chat,
      'style-src': [...hashInlineBlocks(html, 'style'), ...chat],
      'img-src': chat,
      'font-src': chat,
      'connect-src': [...chat, ...sockets, ...(sentry === null ? [] : [sentry])],
      // The captcha's page.
      'frame-src': ["'self'", ...chat],
      'form-action': merchants,
      'frame-ancestors': ["'none'"],
    }),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()',
  };
}

/** Of a page whose address is somebody's own, a claim's or a verification's: no search engine and no other site learns it. */
export const PRIVATE_PAGE_HEADERS: ResponseHeaders = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Of an example: as strict as the policy that partners are promised to be able to have; our own pages may frame it, and it them. */
export function createExampleHeaders(html: string): ResponseHeaders {
  return {
    'Content-Security-Policy': formatPolicy({
      'script-src': hashInlineBlocks(html, 'script'),
      'style-src': hashInlineBlocks(html, 'style'),
      'frame-src': ["'self'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'self'"],
    }),
  };
}

/**
 * Of the captcha's page: any page may frame it. Scripts of the provider run there and write styles of their own, which is
 * why it is a page apart.
 */
export function createCaptchaHeaders(provider: string): ResponseHeaders {
  const recaptchaPath = `${provider}/recaptcha/`;
  const sources = {
    'default-src': "'none'",
    'script-src': `'self' ${recaptchaPath} https://www.gstatic.com/recaptcha/`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': `data: ${recaptchaPath} https://www.gstatic.com/recaptcha/`,
    'connect-src': `'self' ${recaptchaPath}`,
    'frame-src': `${recaptchaPath} https://recaptcha.google.com/recaptcha/`,
    'form-action': "'none'",
    'base-uri': "'none'",
  };
  const directives = Object.entries(sources).map(directive => directive.join(' '));
  return { 'Content-Security-Policy': directives.join('; '), 'X-Robots-Tag': 'noindex' };
}

/** Of the partners' script and its chunks: any page may load them. */
export const CROSS_ORIGIN_HEADERS: ResponseHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
};

/** Nothing but what comes from our own origin, and what `additions` add to a directive. */
function formatPolicy(additions: Readonly<Record<string, readonly string[]>>): string {
  const defaults: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
  };
  const names = new Set([...Object.keys(defaults), ...Object.keys(additions)]);
  return [...names]
    .map(name => {
      const added = additions[name] ?? [];
      // 'none' stands alone.
      return [
        name,
        new Set(added.includes("'none'") ? added : [...(defaults[name] ?? []), ...added]),
      ] as const;
    })
    .filter(([, values]) => values.size > 0)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** The digests under which a policy allows the inline blocks that a page of ours has. */
function hashInlineBlocks(html: string, element: 'script' | 'style'): string[] {
  // A script of another type is data, which no policy stops.
  const pattern = String.raw`<${element}(?![^>]*\s(?:src|type="application/(?:ld\+)?json")[=\s>])[^>]*>(.+?)</${element}>`;
  const blocks = html.matchAll(new RegExp(pattern, 'gs'));
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  return [...new Set([...blocks].map(([, text = '']) => `'sha256-${digest(text)}'`))];
}
