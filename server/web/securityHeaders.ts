import { createHash } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';
import type { ResponseHeaders } from '#server/platform/http/response/commonHeaders.ts';
import { getMerchantOrigins } from '#server/api/merchant/merchantOrder.ts';

/** What a page of the site may use besides its own origin: configured foreign origins, and one inline script. */
export interface AllowedSources {
  /** Targets of forms. */
  merchants?: readonly string[];
  /** Origins of the chat. */
  chat?: readonly string[];
  /** Origin of error reports. */
  sentry?: string | null;
  /** Text of the script element that the page contains. */
  inlineScript?: string | undefined;
}

/** Reads the allowed origins from the configuration: merchants, chat, DSN. */
export function getAllowedOrigins(
  config: Pick<Config, 'merchants' | 'publicOrigin' | 'chatOrigins' | 'sentryDsn'>,
): AllowedSources {
  const { chatOrigins, sentryDsn } = config;
  return {
    merchants: getMerchantOrigins(config),
    chat: chatOrigins,
    sentry: sentryDsn === null ? null : new URL(sentryDsn).origin,
  };
}

/**
 * Headers of a page of the site: no inline style except those `html` was built with, no framing, no foreign origin or
 * inline script except `AllowedSources`.
 */
export function createSiteHeaders(
  html: string,
  { merchants = [], chat = [], sentry = null, inlineScript }: AllowedSources = {},
): ResponseHeaders {
  const sockets = chat.map(origin => origin.replace(/^http/, 'ws'));
  return {
    'Content-Security-Policy': formatPolicy({
      'script-src': [...(inlineScript === undefined ? [] : [hashInlineText(inlineScript)]), ...chat],
      'style-src': [...hashInlineBlocks(html, 'style'), ...chat],
      'img-src': chat,
      'font-src': chat,
      'connect-src': [...chat, ...sockets, ...(sentry === null ? [] : [sentry])],
      // For the page of the captcha.
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

/** Headers of private pages (claim, verification): not indexed, no referrer. */
export const PRIVATE_PAGE_HEADERS: ResponseHeaders = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Headers of an example: the strictest policy that partners may use; frames only within this origin. */
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
 * Headers of the captcha page: any page may frame it. The provider's scripts and inline styles are allowed only there.
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

/** Headers of the widget's script and chunks: any page may load them. */
export const CROSS_ORIGIN_HEADERS: ResponseHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
};

/** Builds a policy of our own origin plus `additions` by directive. */
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
      // 'none' cannot be combined with other sources.
      return [
        name,
        new Set(added.includes("'none'") ? added : [...(defaults[name] ?? []), ...added]),
      ] as const;
    })
    .filter(([, values]) => values.size > 0)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** Computes the digests that allow the inline blocks of a page. */
function hashInlineBlocks(html: string, element: 'script' | 'style'): string[] {
  // A script of another type is data, which the policy does not block.
  const pattern = String.raw`<${element}(?![^>]*\s(?:src|type="application/(?:ld\+)?json")[=\s>])[^>]*>(.+?)</${element}>`;
  const blocks = html.matchAll(new RegExp(pattern, 'gs'));
  return [...new Set([...blocks].map(([, text = '']) => hashInlineText(text)))];
}

/** The source expression that allows an inline block with this text. */
const hashInlineText = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
