import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { PageSettings } from '#core/contract/site.ts';
import { parseConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/logger.ts';
import { openWebHost } from '#server/web/webHost.ts';
import { readRouteTable } from '#server/web/siteRouter.ts';
import { createSiteHeaders } from '#server/web/securityHeaders.ts';
import {
  webConfig,
  BUILT_FILES,
  fetchPage,
  webHost,
  builtRoot,
  INLINE_STYLE,
  setUpBuiltPages,
} from '../support/builtPages.ts';

setUpBuiltPages();

describe('the site', () => {
  test('revalidates pages and caches hashed files', async () => {
    const page = await fetchPage('/?cur_from=BTC&cur_to=SBERRUB');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(await page.text()).toBe(BUILT_FILES['dist/site/index.html']);
    const script = await fetchPage('/assets/main-BY7dX2fa.js');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await fetchPage('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
    expect((await fetchPage('/golos-variable.woff2')).headers.get('cache-control')).toBe('no-cache');
  });

  test('a path has its own page, and all claims have the same', async () => {
    const faq = await fetchPage('/faq');
    expect([faq.status, await faq.text()]).toEqual([200, expect.stringContaining('<title>Вопросы')]);
    const success = await fetchPage('/claim/success');
    expect(await success.text()).toContain('Статус оплаты');
    const claim = await fetchPage('/claim/0b6f');
    expect([claim.status, await claim.text()]).toEqual([200, BUILT_FILES['dist/site/claim/_uuid.html']]);
  });

  test.each([
    ['/faq/', '/faq'],
    ['/faq/?a=%2F', '/faq?a=%2F'],
    ['/claim/0b6f/', '/claim/0b6f'],
    ['/claim/a%3Fb%23c/', '/claim/a%3Fb%23c'],
    ['/claim/%0d%0aSet-Cookie:x/', '/claim/%0D%0ASet-Cookie%3Ax'],
  ])('%s redirects to %s', async (path, to) => {
    const response = await fetchPage(path);
    expect([response.status, response.headers.get('location')]).toEqual([301, to]);
  });

  test.each([
    '/unknown',
    '/claim',
    '/claim/',
    '/claim/a/b',
    '/assets/gone-BY7dX2fa.js',
    '/index.html',
    '/faq/index.html',
    '/404.html',
    '/claim.html',
    '//faq/',
  ])('%s returns the 404 page', async path => {
    const response = await fetchPage(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe(BUILT_FILES['dist/site/404.html']);
  });

  test('every page except a claim’s is the maintenance page with Retry-After during maintenance', async () => {
    const closed = new Hono().use((c, next) => {
      c.set('maintenanceRetryAfter', 60);
      return next();
    }, webHost.servePages);
    for (const path of ['/', '/faq', '/verify/0b6f']) {
      const response = await closed.request(path, { headers: { 'if-none-match': '*' } });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('60');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await response.text()).toBe(BUILT_FILES['dist/site/503.html']);
    }
    const claimPage = await closed.request('/claim/0b6f');
    expect(claimPage.status).toBe(200);
    expect(await claimPage.text()).toBe(BUILT_FILES['dist/site/claim/_uuid.html']);
    expect((await closed.request('/unknown')).status).toBe(404);
    expect((await closed.request('/assets/main-BY7dX2fa.js')).status).toBe(200);
    expect((await closed.request('/widget/exchange-widget.js')).status).toBe(200);
    expect((await fetchPage('/503.html')).status).toBe(404);
  });

  test('pages and the sitemap have the public origin, and pages their settings', async () => {
    const page = await fetchPage('/faq');
    const html = await page.text();
    expect(html).toContain('href="https://exchange.example/faq"');
    const settings = /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(v.parse(PageSettings, JSON.parse(settings))).toEqual({
      origin: 'https://exchange.example',
      version: 'b1',
      sentryDsn: null,
      chatOrigins: [],
    });
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(await (await fetchPage('/sitemap.xml')).text()).toContain(
      '<loc>https://exchange.example/faq</loc>',
    );
  });

  test('does not serve build metadata', async () => {
    expect((await fetchPage('/routes.json')).status).toBe(404);
    expect((await fetchPage('/.vite/manifest.json')).status).toBe(404);
  });

  test('every page has a strict policy and the security headers, an unknown page too', async () => {
    for (const path of ['/', '/unknown']) {
      const { headers } = await fetchPage(path);
      const policy = (headers.get('content-security-policy') ?? '').split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'self'",
          "frame-ancestors 'none'",
        ]),
      );
      expect(policy.join()).not.toMatch(/unsafe|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy')).toContain('geolocation=()');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
  });

  test('other origins are allowed only as configured', async () => {
    const config = parseConfig({
      CHAT_ORIGINS: 'https://chat.example',
      SENTRY_DSN: 'https://key@errors.example/1',
      MERCHANTS: 'SBPRUB:test',
      MERCHANT_TEST: 'on',
      PUBLIC_ORIGIN: 'https://exchange.example',
    });
    const page = await new Hono().use((await openWebHost(config, builtRoot)).servePages).request('/');
    const policy = (page.headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "script-src 'self' https://chat.example",
        "connect-src 'self' https://chat.example wss://chat.example https://errors.example",
        "frame-src 'self' https://chat.example",
        "form-action 'self' https://exchange.example",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy.join()).not.toContain('key');
    const examplePage = await new Hono()
      .use((await openWebHost(config, builtRoot)).servePages)
      .request('/examples/themed.html');
    expect(examplePage.headers.get('content-security-policy')).not.toMatch(/chat|errors/);
  });

  test('the policy allows no inline script, and only the page’s own inline style', async () => {
    const { 'Content-Security-Policy': policy = '' } = createSiteHeaders(
      `<script>alert(1)</script><template shadowrootmode="open"><style>${INLINE_STYLE}</style></template>`,
    );
    const digest = createHash('sha256').update(INLINE_STYLE).digest('base64');
    expect(policy.split('; ')).toContain("script-src 'self'");
    expect(policy.split('; ')).toContain(`style-src 'self' 'sha256-${digest}'`);
  });

  test('sends no HSTS over http', async () => {
    const plain = new Hono().use(
      (await openWebHost(parseConfig({ DATA_DIR: join(builtRoot, 'data') }), builtRoot)).servePages,
    );
    expect((await plain.request('/')).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('the partners’ script', () => {
  test('is cached for five minutes, its chunks forever, and any page may load both', async () => {
    const script = await fetchPage('/widget/exchange-widget.js');
    const chunk = await fetchPage('/widget/CqE_4-0a/element.js');
    expect(script.headers.get('cache-control')).toBe('public, max-age=300');
    expect(chunk.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const { status, headers } of [script, chunk]) {
      expect(status).toBe(200);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    }
  });

  test('a missing chunk is a plain 404', async () => {
    const response = await fetchPage('/widget/CqE_4-0b/element.js');
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('');
  });
});

test('any page may frame the captcha’s page, which allows only its provider', async () => {
  const config = parseConfig({
    CAPTCHA_ORIGIN: 'https://www.recaptcha.net',
    CHAT_ORIGINS: 'https://chat.example',
  });
  const app = new Hono().use((await openWebHost(config, builtRoot)).servePages);
  const page = await app.request('/captcha');
  expect(page.status).toBe(200);
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(
    "script-src 'self' https://www.recaptcha.net/recaptcha/ https://www.gstatic.com/recaptcha/;",
  );
  expect(policy).not.toMatch(/frame-ancestors|chat|script-src[^;]*unsafe/);
  expect(await page.text()).toContain('data-provider="https://www.recaptcha.net"');
  const script = await app.request('/captcha/captcha.js');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect((await app.request('/captcha/other.js')).status).toBe(404);
});

describe('the examples', () => {
  test('allow their own inline blocks, and framing by the site’s pages', async () => {
    const response = await fetchPage('/examples/themed.html');
    const digest = createHash('sha256').update(INLINE_STYLE).digest('base64');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toContain(`style-src 'self' 'sha256-${digest}'`);
    expect(policy.split('; ')).toContain("script-src 'self'");
    expect(policy.split('; ')).toContain("frame-ancestors 'self'");
    expect(await response.text()).toBe(BUILT_FILES['examples/themed.html']);
    expect((await fetchPage('/examples/shop.css')).headers.get('content-type')).toBe(
      'text/css; charset=utf-8',
    );
  });

  test('have an index in each folder, with or without the slash', async () => {
    for (const folder of ['/examples', '/examples/gallery']) {
      const redirect = await fetchPage(folder);
      expect([redirect.status, redirect.headers.get('location')]).toEqual([301, `${folder}/`]);
      const index = await fetchPage(`${folder}/`);
      expect(await index.text()).toBe(
        BUILT_FILES[`${folder.slice(1)}/index.html` as keyof typeof BUILT_FILES],
      );
      expect(index.headers.get('content-security-policy')).toContain("frame-src 'self'");
    }
    expect((await fetchPage('/examples/unknown.html')).status).toBe(404);
  });
});

test('returns 404 for everything without a build', async () => {
  const empty = await openWebHost(webConfig, join(builtRoot, 'nowhere'));
  expect(empty.isBuilt).toBe(false);
  expect(webHost.isBuilt).toBe(true);
  expect((await new Hono().use(empty.servePages).request('/')).status).toBe(404);
});

test('a failed page returns 500 with the maintenance page without scripts', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: line => void lines.push(line) });
  const broken = new Hono()
    .use(async (c, next) => {
      const { header } = c.req;
      c.req.header = () => {
        c.req.header = header;
        throw new Error('the disk is on fire');
      };
      await next();
    })
    .use((await openWebHost(webConfig, builtRoot, log)).servePages);
  const response = await broken.request('/faq');
  const text = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(text).toContain('<h1>Ведутся технические работы</h1>');
  expect(text).toContain('rel="stylesheet"');
  expect(text).not.toMatch(/<script|modulepreload|on fire/);
  expect(lines.join('')).toContain('the disk is on fire');
  // The next request succeeds.
  expect((await fetchPage('/faq')).status).toBe(200);
});

test('rejects a build without the route table', () => {
  const body = new Uint8Array();
  const index = { type: 'text/html', body, digest: '', immutable: false, encodings: {} };
  expect(() => readRouteTable(new Map([['index.html', index]]))).toThrow('routes.json');
});
