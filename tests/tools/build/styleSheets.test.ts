import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { collectImports, listParts, type LazyPart } from '#site/assignChunks.ts';
import { root } from '../support/documents.ts';
import { listClassNames, readSourceModules } from './sourceModules.ts';
import { parseStyleRules, readStyleRules } from './styleRules.ts';

const ENTRY = 'site/main.tsx';
const modules = readSourceModules(ENTRY);
const graph = new Map([...modules].map(([id, module]) => [id, { ...module, size: 0 }]));
const first = collectImports(graph, [ENTRY]);
const parts = listParts(graph, id => first.has(id));
const importsOf = new Map(parts.map(part => [part, collectImports(graph, part.entries)]));

const intersect = (sets: readonly Set<string>[]) =>
  sets.reduce((common, set) => new Set([...common].filter(id => set.has(id))));

/**
 * The modules that are loaded for certain when a lazy part runs: the first ones, those that it imports, and those of
 * every part that may load it.
 */
function findLoadedModules(): Map<LazyPart, Set<string>> {
  const loaded = new Map(parts.map(part => [part, new Set(modules.keys())]));
  const findLoadedBefore = (importer: string) =>
    first.has(importer)
      ? first
      : intersect([...loaded].filter(([part]) => importsOf.get(part)?.has(importer)).map(([, set]) => set));
  for (let changed = true; changed;) {
    changed = false;
    for (const [part, before] of loaded) {
      const now = new Set([
        ...intersect(part.importers.map(findLoadedBefore)),
        ...(importsOf.get(part) ?? []),
      ]);
      changed ||= now.size !== before.size;
      loaded.set(part, now);
    }
  }
  return loaded;
}

const rulesOfFirst = [...first].filter(id => id.endsWith('.css')).flatMap(readStyleRules);
/** Classes that every page has styles for. Other sheets may add rules for these within their own classes. */
const sharedClasses = new Set(rulesOfFirst.flatMap(({ classes }) => (classes.length === 1 ? classes : [])));

/** Rules of the sheets that only some pages load, if they concern a class of their own. */
const ownRules = globSync('site/**/*.css', { cwd: fileURLToPath(root) })
  .map(sheet => sheet.replaceAll('\\', '/'))
  .filter(sheet => !first.has(sheet))
  .flatMap(readStyleRules)
  .filter(({ classes }) => classes.some(name => !sharedClasses.has(name)));

/** Classes of a page with the modules that use them. */
function listUsers(ids: Iterable<string>): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const id of ids)
    for (const name of modules.get(id)?.classes ?? []) users.set(name, [...(users.get(name) ?? []), id]);
  return users;
}

test('reads class names from literals, templates, conditions and columns of tables', () => {
  const code = [
    '<p className="meta numeric" />',
    "<p className={isDone ? 'button' : `button ${kind}`} />",
    "const column = { className: 'claim-pair' };",
  ].join('\n');
  expect(listClassNames(code)).toEqual(['meta', 'numeric', 'button', 'claim-pair']);
});

test('reads rules within conditions, and of alternatives only what is around them', () => {
  const text = `
    /* .comment {} */
    @media (width > 1px) { .list > li, .list:has(> .row) { margin: 0; } }
    @keyframes blink { from { opacity: 0; } }
    .list :is(.cell, td):not(.last) { padding: 0; }
    p { margin: 0; }`;
  expect(parseStyleRules('list.css', text).map(({ classes }) => classes)).toEqual([
    ['list'],
    ['list', 'row'],
    ['list'],
  ]);
});

// A page may show a class whose sheet only another page's chunk has: then it loses its styles when chunks change.
test('every lazy part of the site imports the style sheets of its classes', () => {
  const missing = new Set<string>();
  for (const [part, loaded] of findLoadedModules()) {
    const users = listUsers(loaded);
    const own = importsOf.get(part) ?? new Set();
    for (const { sheet, selector, classes } of ownRules) {
      if (loaded.has(sheet) || !classes.every(name => users.has(name))) continue;
      // The widget's screens have the widget's styles. They are in a shadow root.
      for (const name of classes)
        for (const id of users.get(name) ?? [])
          if (own.has(id) && id.startsWith('site/') && !sharedClasses.has(name))
            missing.add(`${id}: class ${name}, rule ${selector} of ${sheet} (${part.entries.join(', ')})`);
    }
  }
  expect(parts.length).toBeGreaterThan(50);
  expect(ownRules.length).toBeGreaterThan(500);
  expect([...missing]).toEqual([]);
});
