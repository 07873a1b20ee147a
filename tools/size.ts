import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { parseSync } from 'vite';
import { root } from './install.mjs';

/** A budget in bytes after brotli 11 for `files`, each compressed on its own as a server sends them. */
type Budget = { name: string; files: readonly string[]; limit: number };

/** The modules that `file` needs before it runs: its static imports, and theirs; not what it loads on demand. */
export function needed(file: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const specifier of imports(file).needed) needed(specifier, seen);
  return seen;
}

/** What a built module imports at once, and what it imports on demand, as paths; packages do not occur in a build. */
export function imports(file: string): { needed: string[]; lazy: string[] } {
  const code = readFileSync(file, 'utf8');
  const { module } = parseSync(file, code);
  const path = (specifier: string) => join(dirname(file), specifier);
  const literal = /^['"`](\.[^'"`]+)['"`]$/;
  const statics = [
    ...module.staticImports.map(one => one.moduleRequest.value),
    ...module.staticExports.flatMap(one => one.entries.flatMap(entry => entry.moduleRequest?.value ?? [])),
  ];
  const dynamic = module.dynamicImports.flatMap(
    ({ moduleRequest: { start, end } }) => literal.exec(code.slice(start, end))?.[1] ?? [],
  );
  return { needed: [...new Set(statics)].map(path), lazy: [...new Set(dynamic)].map(path) };
}

/** Bytes on the wire. */
const weigh = (file: string) =>
  brotliCompressSync(readFileSync(file), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  }).length;

/** The budgets of the widget in `folder`: its loader, and all that the form needs, which is what the loader loads. */
export function budgets(folder: string): Budget[] {
  const loader = join(folder, 'exchange-widget.js');
  const form = new Set(needed(loader));
  for (const file of [...form].flatMap(one => imports(one).lazy)) needed(file, form);
  return [
    { name: 'loader', files: [...needed(loader)], limit: 1_000 },
    { name: 'widget until the form works', files: [...form], limit: 82_000 },
  ];
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`.padStart(10);

if (import.meta.main) {
  console.log('Brotli 11, 1 kB = 1000 bytes');
  for (const { name, files, limit } of budgets(join(root, 'dist/widget'))) {
    const sizes = files.map(file => ({ file, bytes: weigh(file) }));
    const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
    console.log(
      `${name.padEnd(32)}${kilobytes(bytes)} of ${kilobytes(limit)}${bytes > limit ? '  TOO BIG' : ''}`,
    );
    if (files.length > 1)
      for (const one of sizes) console.log(`  ${relative(root, one.file).padEnd(30)}${kilobytes(one.bytes)}`);
    if (bytes > limit) process.exitCode = 1;
  }
}
