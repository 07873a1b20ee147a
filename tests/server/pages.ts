import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll } from 'vitest';
import { read, type Config } from '#server/config.ts';
import { open, type Host } from '#server/web/host.ts';

/** A script that compresses well. */
export const chunk = `export const text = '${'обмен '.repeat(400)}';`;
/** A style that a page may have inline. */
export const style = 'body{margin:0}';
/** What is in the folder of builds and examples, and beside it; by path. */
export const files = {
  'secret.txt': 'outside',
  'dist/secret.txt': 'outside',
  'dist/site/index.html': `<!doctype html><title>Размен</title><script type="module" src="/assets/main-BY7dX2fa.js"></script>`,
  'dist/site/faq/index.html':
    '<!doctype html><title>Вопросы</title><link rel="canonical" href="https://origin.invalid/faq"><script type="application/json" id="settings"></script><script type="application/ld+json">{"@type":"FAQPage"}</script>',
  'dist/site/404.html': '<!doctype html><title>404</title>',
  'dist/site/503.html':
    '<!doctype html><title>Ведутся технические работы</title><link rel="modulepreload" crossorigin href="/assets/a.js"><link rel="stylesheet" href="/assets/a.css"><script type="module" src="/assets/main-BY7dX2fa.js"></script><h1>Ведутся технические работы</h1>',
  'dist/site/shell.html': '<!doctype html><title>Размен</title><div id="root"></div>',
  'dist/site/routes.json': '["/claim/:uuid"]',
  'dist/site/builds/latest.json': '{"version":"b1"}',
  'dist/site/sitemap.xml': '<urlset><url><loc>https://origin.invalid/faq</loc></url></urlset>',
  'dist/site/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'dist/site/golos-variable.woff2': 'a name that only looks hashed',
  'dist/site/assets/main-BY7dX2fa.js': chunk,
  'dist/site/.vite/manifest.json': JSON.stringify({ 'main.tsx': { file: 'assets/main-BY7dX2fa.js' } }),
  'dist/widget/exchange-widget.js': 'import("./CqE_4-0a/element.js")',
  'dist/widget/CqE_4-0a/element.js': chunk,
  'dist/widget/.vite/manifest.json': JSON.stringify({
    'widget/loader.ts': { file: 'exchange-widget.js' },
    'widget/element.ts': { file: 'CqE_4-0a/element.js' },
  }),
  'examples/themed.html': `<!doctype html><title>Тема</title><style>${style}</style><script src="/widget/exchange-widget.js" async></script>`,
  'examples/shop.css': style,
  'examples/index.html': '<!doctype html><title>Примеры</title>',
  'examples/gallery/index.html': '<!doctype html><title>Галерея</title>',
};

/** The folder, and what serves it; made before the first test of a file. */
export let root = '';
export let host: Host;
export let app: Hono;
export let config: Config;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'razmen-web-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  config = read({ PUBLIC_ORIGIN: 'https://exchange.example', DATA_DIR: join(root, 'data') });
  host = await open(config, root);
  app = new Hono().use(host.pages);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The answer to a GET. */
export const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
