import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { root } from './install.mjs';

// `node tools/static.ts <port> <origin>`: partners' pages, from another origin than the exchange.
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

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', origin);
  if (pathname === '/') return void response.end('ok');
  // A partner's page names the exchange by its whole address.
  if (pathname.startsWith('/widget/')) {
    return void response.writeHead(302, { location: origin + pathname }).end();
  }
  const file = find(pathname);
  if (!file) return void response.writeHead(404).end();
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
  createReadStream(file).pipe(response);
}).listen(Number(port), '127.0.0.1');
