import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { root } from './install.mjs';

// `node tools/partnerServer.ts <port> <origin>`: partners' pages, from another origin than the exchange.
const [port = '4311', origin = 'http://127.0.0.1:4310'] = process.argv.slice(2);
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Where an address is looked for, the first that has it: the examples as partners copy them, then the tests' own pages. */
const folders = [join(root, 'examples'), join(root, 'tests/widget/pages')];

function find(pathname: string): string | undefined {
  const name = normalize(decodeURIComponent(pathname)).replace(/^\/examples\//, '/');
  return folders
    .map(folder => join(folder, name))
    .find(file => statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** A page as it stands on a partner's site: it names the exchange by its whole address. */
function named(html: string): string {
  return html.replaceAll('https://exchange.example', origin).replaceAll('"/widget/', `"${origin}/widget/`);
}

/** The policy that PARTNERS.md promises to be enough for a page with the widget. */
function promised(): string {
  const document = readFileSync(join(root, 'PARTNERS.md'), 'utf8');
  const policy = /^Content-Security-Policy: (.+)$/m.exec(document)?.[1];
  if (!policy) throw new Error('PARTNERS.md names no policy');
  return policy.replaceAll('https://exchange.example', origin);
}

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', origin);
  // An empty page, for tests that write their own.
  if (pathname === '/')
    return void response.setHeader('content-type', types['.html'] ?? '').end('<!doctype html>');
  const file = find(pathname);
  if (!file) return void response.writeHead(404).end();
  const type = extname(file);
  response.setHeader('content-type', types[type] ?? 'application/octet-stream');
  if (file.endsWith('/gallery/strict-policy.html')) response.setHeader('content-security-policy', promised());
  const body = readFileSync(file);
  response.end(type === '.html' ? named(body.toString()) : body);
}).listen(Number(port), '127.0.0.1');
