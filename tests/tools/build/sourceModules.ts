import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '../support/documents.ts';

/** What a source of the site imports, and the classes that it names. Sources are paths in the repository. */
export interface SourceModule {
  imports: readonly string[];
  lazyImports: readonly string[];
  classes: readonly string[];
}
export type SourceModules = ReadonlyMap<string, SourceModule>;

/** Resolves an import of `file`; undefined for one of a package, and for a file as text. */
function resolveImport(file: string, specifier: string): string | undefined {
  if (/\?|^[^#.]/.test(specifier)) return undefined;
  return specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(file), specifier);
}

/** A literal or an expression in braces after `className=`, and the value of a property `className`. */
const CLASS_VALUES = /\bclassName(?:=\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|=("[^"]*")|: ('[^']*'))/g;

/** Words of the literals and templates that a module gives as class names. */
export function listClassNames(code: string): string[] {
  const values = [...code.matchAll(CLASS_VALUES)].map(([, ...parts]) =>
    parts.find(part => part !== undefined),
  );
  const literals = values.flatMap(value => [...(value ?? '').matchAll(/(['"`])(.*?)\1/gs)]);
  const words = literals.flatMap(([, , text = '']) => text.replace(/\$\{[^}]*\}/g, ' ').split(/\s+/));
  return [...new Set(words.filter(word => /^[a-z][\w-]*$/i.test(word)))];
}

function readModule(file: string): SourceModule {
  const code = readFileSync(new URL(file, root), 'utf8');
  if (file.endsWith('.css')) {
    const imports = [...code.matchAll(/^@import '(.+)';$/gm)].flatMap(
      ([, name = '']) => resolveImport(file, name) ?? [],
    );
    return { imports, lazyImports: [], classes: [] };
  }
  if (!/\.tsx?$/.test(file)) return { imports: [], lazyImports: [], classes: [] };
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  const names = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(entry => !entry.isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.filter(entry => !entry.isType).flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  const lazyNames = dynamicImports.map(({ moduleRequest }) =>
    code.slice(moduleRequest.start, moduleRequest.end).replace(/^['"]|['"]$/g, ''),
  );
  const resolveAll = (all: readonly string[]) =>
    all.flatMap(name => resolveImport(file, name) ?? []).filter(name => /\.(?:tsx?|css|md)$/.test(name));
  return { imports: resolveAll(names), lazyImports: resolveAll(lazyNames), classes: listClassNames(code) };
}

/** Reads all modules that the site imports from `entry`, at once or lazily. */
export function readSourceModules(entry: string): SourceModules {
  const modules = new Map<string, SourceModule>();
  const names = new Set([entry]);
  for (const name of names) {
    const found = readModule(name);
    modules.set(name, found);
    for (const next of [...found.imports, ...found.lazyImports]) names.add(next);
  }
  return modules;
}
