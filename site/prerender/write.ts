import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { feeds } from './feeds.ts';
import { escaped, EVERYWHERE, head, NOINDEX } from './head.ts';
import { images } from './images.ts';
import type { Rendered } from './render.tsx';

/** What Vite writes about the built site, by source: the file, what it imports at once, the styles beside it. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** Of the renderer's build: when it is there, it draws every public page into `folder`, the built site, and goes. */
export function written(folder: string): Plugin {
  return {
    name: 'written-pages',
    apply: 'build',
    writeBundle: { sequential: true, order: 'post', handler: ({ dir = '' }) => prerender(folder, dir) },
  };
}

async function prerender(folder: string, renderer: string): Promise<void> {
  const { pages } = (await import(pathToFileURL(join(renderer, 'render.js')).href)) as {
    pages: () => Promise<Rendered[]>;
  };
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const rendered = await pages();
  const all = rendered.map(page => ({
    name: page.path.endsWith('.html') ? page.path.slice(1) : `${page.path.slice(1)}/index.html`,
    html: fill(template, page, manifest),
  }));
  for (const { name, html } of all) put(folder, name, html);
  for (const [name, body] of Object.entries({ ...feeds(rendered), ...(await images()) }))
    put(folder, name, body);
  // Pages of one visitor's own have neither text nor title until the browser draws them.
  put(folder, 'shell.html', template.replace(DESCRIPTION, [NOINDEX, ...EVERYWHERE].join('\n    ')));
  const hash = createHash('sha256').update(JSON.stringify(manifest));
  for (const { html } of all) hash.update(html);
  const version = hash.digest('base64url').slice(0, 12);
  put(folder, 'builds/latest.json', JSON.stringify({ version }));
  rmSync(renderer, { recursive: true });
}

/** Where the head of a page goes: in place of the description that the development server's page has. */
const DESCRIPTION = /<meta\s+name="description"[^>]*>/;

/** The template with the page's text, and the head that belongs to it. Throws when the template has no place for one. */
function fill(template: string, page: Rendered, manifest: Manifest): string {
  const { handle, markup, modules } = page;
  const entry = needed(manifest, 'index.html');
  const files = new Set(modules.flatMap(name => [...needed(manifest, name)]));
  const links = [...files]
    .filter(file => !entry.has(file))
    .map(file =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    );
  const places: [RegExp, string][] = [
    [/<title>[^<]*<\/title>/, `<title>${escaped(handle.title)}</title>`],
    [DESCRIPTION, [...head(page), ...EVERYWHERE].join('\n    ')],
    // After the styles of every page: a page's own come last.
    [/ {2}<\/head>/, [...links, '</head>'].map(line => `  ${line}`).join('\n')],
    [/<div id="root"><\/div>/, `<div id="root">${markup}</div>`],
  ];
  const whole = places.reduce((html, [place, text]) => {
    if (!place.test(html)) throw new Error(`site/index.html has no ${place.source}`);
    return html.replace(place, () => text);
  }, template);
  // The page is there to be read without its code: styles and fonts go first.
  return whole.replace(
    /(?<=<link rel="modulepreload"|<script type="module") crossorigin/g,
    ' fetchpriority="low"$&',
  );
}

function put(folder: string, name: string, body: string | Buffer): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
}

/** The built files of a source: its own and all that it imports at once. Throws when the build does not know it. */
function needed(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`${name} is not in the build's manifest`);
  if (seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const next of chunk.imports ?? []) needed(manifest, next, seen);
  return seen;
}
