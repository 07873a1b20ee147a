import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll } from 'vitest';
import { parseConfig, type Config } from '#server/platform/config/config.ts';
import { openWebHost, type WebHost } from '#server/web/webHost.ts';

/** A script that compresses well. */
export const SCRIPT_CHUNK = `export const text = '${'обмен '.repeat(400)}';`;
/** A style that the policy allows inline. */
export const INLINE_STYLE = 'body{margin:0}';
/** Contents of the folders with builds and examples and of their parent, by path. */
export const BUILT_FILES = {
  'secret.txt': 'outside',
  'dist/secret.txt': 'outside',
  'dist/site/index.html': `<!doctype html><title>Размен</title><script type="module" src="/assets/main-BY7dX2fa.js"></script>`,
  'dist/site/faq/index.html':
    '<!doctype html><title>Вопросы</title><link rel="canonical" href="https://origin.invalid/faq"><script type="application/json" id="settings"></script><script type="application/ld+json">{"@type":"FAQPage"}</script>',
  'dist/site/404.html': '<!doctype html><title>404</title>',
  'dist/site/503.html':
    '<!doctype html><title>Ведутся технические работы</title><link rel="modulepreload" crossorigin href="/assets/a.js"><link rel="stylesheet" href="/assets/a.css"><script type="module" src="/assets/main-BY7dX2fa.js"></script><h1>Ведутся технические работы</h1>',
  'dist/site/claim/_uuid.html': '<!doctype html><title>Заявка</title><div id="root"></div>',
  'dist/site/claim/success.html': '<!doctype html><title>Статус оплаты</title><div id="root"></div>',
  'dist/site/routes.json':
    '{"pages":{"/claim/:uuid":"claim/_uuid.html","/claim/success":"claim/success.html","/verify/:uuid":"claim/_uuid.html"},"privateFolders":["claim","verify"],"maintenanceFolders":["claim"]}',
  'dist/site/builds/latest.json': '{"version":"b1"}',
  'dist/site/sitemap.xml': '<urlset><url><loc>https://origin.invalid/faq</loc></url></urlset>',
  'dist/site/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'dist/site/golos-variable.woff2': 'a name that only looks hashed',
  'dist/site/assets/main-BY7dX2fa.js': SCRIPT_CHUNK,
  'dist/site/.vite/manifest.json': JSON.stringify({
    'main.tsx': { file: 'assets/main-BY7dX2fa.js' },
    '../widget/loader.ts': { file: 'widget/exchange-widget.js' },
    '../widget/element.ts': { file: 'widget/CqE_4-0a/element.js' },
  }),
  'dist/site/widget/exchange-widget.js': 'import("./CqE_4-0a/element.js")',
  'dist/site/widget/CqE_4-0a/element.js': SCRIPT_CHUNK,
  'examples/themed.html': `<!doctype html><title>Тема</title><style>${INLINE_STYLE}</style><script src="/widget/exchange-widget.js" async crossorigin></script>`,
  'examples/shop.css': INLINE_STYLE,
  'examples/index.html': '<!doctype html><title>Примеры</title>',
  'examples/gallery/index.html': '<!doctype html><title>Галерея</title>',
};

/** The folder and its web host, by `setUpBuiltPages`. */
export let builtRoot = '';
export let webHost: WebHost;
export let webApp: Hono;
export let webConfig: Config;

/** Writes the built pages and opens their host before the first test of a file. */
export function setUpBuiltPages(): void {
  beforeAll(async () => {
    builtRoot = mkdtempSync(join(tmpdir(), 'razmen-web-'));
    for (const [name, text] of Object.entries(BUILT_FILES)) {
      mkdirSync(dirname(join(builtRoot, name)), { recursive: true });
      writeFileSync(join(builtRoot, name), text);
    }
    webConfig = parseConfig({ PUBLIC_ORIGIN: 'https://exchange.example', DATA_DIR: join(builtRoot, 'data') });
    webHost = await openWebHost(webConfig, builtRoot);
    webApp = new Hono().use(webHost.servePages);
  });
  afterAll(() => rmSync(builtRoot, { recursive: true, force: true }));
}

/** Sends a GET request. */
export const fetchPage = (path: string, headers: Record<string, string> = {}) =>
  webApp.request(path, { headers });
