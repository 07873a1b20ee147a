import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { root } from './install.mjs';

/** A budget in bytes after brotli 11 for `files`, each compressed on its own as a server sends them. */
type Budget = { name: string; files: readonly string[]; limit: number };

/** What Vite writes about a build, by source or chunk name: the file, what it imports at once, the assets beside it. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** The built files that a module needs before it runs: its own, and all that it imports at once; not what it loads later. */
function needed(manifest: Manifest, name: string, seen: Set<string> = new Set()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`${name} is not in the build's manifest`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const sheet of chunk.css ?? []) seen.add(sheet);
  for (const next of chunk.imports ?? []) needed(manifest, next, seen);
  return seen;
}

/** The budgets of the widget built into `folder`. Throws when the loader or the element is not there. */
export function budgets(folder: string): Budget[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const loader = needed(manifest, 'widget/loader.ts');
  const form = new Set([...loader, ...needed(manifest, 'widget/element.ts')]);
  // What the touched form has fetched is there when the claim is asked for, and the claim when it is made.
  const touched = new Set([...form, ...needed(manifest, 'widget/lazy/formExtras.ts')]);
  const claim = new Set([...needed(manifest, 'widget/claim/entry.ts')].filter(file => !touched.has(file)));
  const made = [...needed(manifest, 'widget/claim/ClaimScreen.tsx')].filter(
    file => !touched.has(file) && !claim.has(file),
  );
  const paths = (files: Iterable<string>) => [...files].map(file => join(folder, file));
  return [
    { name: 'loader', files: paths(loader), limit: 1_000 },
    { name: 'widget until the form works', files: paths(form), limit: 82_000 },
    { name: 'claim flow', files: paths(claim), limit: 15_000 },
    { name: 'claim once it is made', files: paths(made), limit: 10_000 },
    // With its markup, which comes with the API's answer and is at most 1.5 kB, it makes 8.
    {
      name: 'first form',
      files: paths(needed(manifest, 'widget/prerender/renderForm.ts')),
      limit: 6_500,
    },
  ];
}

/** The budget of the whole widget in one classic script, built into `folder`: its parts' are shared, it pays for all. */
function whole(folder: string): Budget {
  const files = globSync('*/*.js', { cwd: folder }).map(file => join(folder, file));
  return { name: 'single classic script, everything in it', files, limit: 135_000 };
}

/** Scripts that a page names: what it runs, and what it asks for at once because of that. */
const SCRIPTS = /<(?:script\b[^>]* src|link rel="modulepreload"[^>]* href)="\/(assets\/[^"]+\.js)"/g;

/** A page that needs this at once asks the server for something; a text comes before it. */
const CALLS = '../core/api/calculator.ts';

/**
 * The first JavaScript of the pages of the site built into `folder`: the heaviest page of text, and the heaviest of those
 * that ask the server. Throws when a page names a file that the build does not know, or there is no page of a kind.
 */
export function pages(folder: string): Budget[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const sources = new Map(Object.entries(manifest).map(([source, { file }]) => [file, source]));
  const begins = needed(manifest, 'index.html');
  const calls = [...needed(manifest, CALLS)].filter(file => !begins.has(file));
  const all = globSync('**/index.html', { cwd: folder }).map(page => {
    const seen = new Set<string>();
    const html = readFileSync(join(folder, page), 'utf8');
    for (const [, file = ''] of html.matchAll(SCRIPTS)) needed(manifest, sources.get(file) ?? file, seen);
    const files = [...seen].filter(file => file.endsWith('.js')).map(file => join(folder, file));
    const bytes = files.reduce((sum, file) => sum + weigh(file), 0);
    return {
      path: `/${dirname(page)}`.replace(/\.$/, ''),
      files,
      bytes,
      asks: calls.some(file => seen.has(file)),
    };
  });
  const heaviest = (asks: boolean, name: string, limit: number): Budget => {
    const [first] = all.filter(page => page.asks === asks).toSorted((a, b) => b.bytes - a.bytes);
    if (!first) throw new Error(`the site has no ${name}`);
    return { name: `${name}, ${first.path}: first JavaScript`, files: first.files, limit };
  };
  return [heaviest(false, 'text page', 94_000), heaviest(true, 'page with figures', 107_000)];
}

/** Bytes on the wire. */
export const weigh = (file: string) =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`.padStart(10);

if (import.meta.main) {
  console.log('Brotli 11, 1 kB = 1000 bytes');
  for (const { name, files, limit } of [
    ...budgets(join(root, 'dist/widget')),
    whole(join(root, 'dist/single')),
    ...pages(join(root, 'dist/site')),
  ]) {
    const sizes = files.map(file => ({ file, bytes: weigh(file) }));
    const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
    const over = bytes > limit;
    console.log(`${name.padEnd(44)}${kilobytes(bytes)} of ${kilobytes(limit)}${over ? '  TOO BIG' : ''}`);
    for (const one of sizes) console.log(`  ${relative(root, one.file).padEnd(42)}${kilobytes(one.bytes)}`);
    if (over) process.exitCode = 1;
  }
}
