import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { root } from './install.mjs';

// `node tools/partnerServer.ts <port> <origin>`: partner pages, served from another origin than the exchange.
const [port = '4311', origin = 'http://127.0.0.1:4310'] = process.argv.slice(2);
const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Folders to search, in this order: the examples that partners copy, then pages of the tests. */
const FOLDERS = [join(root, 'examples'), join(root, 'tests/widget/pages')];

function findFile(pathname: string): string | undefined {
  const name = normalize(decodeURIComponent(pathname)).replace(/^\/examples\//, '/');
  return FOLDERS.map(folder => join(folder, name)).find(file =>
    statSync(file, { throwIfNoEntry: false })?.isFile(),
  );
}

/** Makes the exchange's URLs in a page absolute, as on a partner's site. */
function withAbsoluteUrls(html: string): string {
  return html.replaceAll('https://exchange.example', origin).replaceAll('"/widget/', `"${origin}/widget/`);
}

/** The Content-Security-Policy that PARTNERS.md documents for a page with the widget. */
function readDocumentedPolicy(): string {
  const document = readFileSync(join(root, 'PARTNERS.md'), 'utf8');
  const policy = /^Content-Security-Policy: (.+)$/m.exec(document)?.[1];
  if (!policy) throw new Error('PARTNERS.md contains no Content-Security-Policy');
  return policy.replaceAll('https://exchange.example', origin);
}

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', origin);
  // An empty page for tests that write its content.
  if (pathname === '/')
    return void response.setHeader('content-type', CONTENT_TYPES['.html'] ?? '').end('<!doctype html>');
  const file = findFile(pathname);
  if (!file) return void response.writeHead(404).end();
  const type = extname(file);
  response.setHeader('content-type', CONTENT_TYPES[type] ?? 'application/octet-stream');
  if (file.endsWith('/gallery/strict-policy.html'))
    response.setHeader('content-security-policy', readDocumentedPolicy());
  const body = readFileSync(file);
  response.end(type === '.html' ? withAbsoluteUrls(body.toString()) : body);
}).listen(Number(port), '127.0.0.1');
