import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILD_GRAPH_FILE } from '#site/buildGraph.ts';
import { budgets, pages, weigh } from '../../tools/size.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

const sortedNames = (files: readonly string[] = []) => files.map(file => basename(file)).toSorted();

/** A built site: where each source is, and what each file imports at once; no more of it unless a test weighs it. */
function createBuild(
  sources: Record<string, string>,
  imports: Record<string, string[]> = {},
  files: Record<string, string> = {},
): string {
  const known = {
    'widget/loader.ts': 'exchange-widget.js',
    'widget/prerender/renderForm.ts': 'draw.js',
    'widget/lazy/formExtras.ts': 'later.js',
    'widget/claim/entry.ts': 'entry.js',
    'widget/claim/ClaimScreen.tsx': 'open.js',
    ...sources,
  };
  const all = new Set([...Object.values(known), ...Object.entries(imports).flat(2)]);
  const described = [...all].map(name => [
    name,
    {
      imports: (imports[name] ?? []).filter(next => next.endsWith('.js')),
      css: (imports[name] ?? []).filter(next => next.endsWith('.css')),
    },
  ]);
  return createTemporaryFolder({
    [BUILD_GRAPH_FILE]: JSON.stringify({ sources: known, files: Object.fromEntries(described) }),
    ...files,
  });
}

test('the form is the loader, the element and all that it imports, once; what is loaded later does not count', () => {
  const path = createBuild(
    { 'widget/element.ts': 'a/element.js', 'widget/claim/entry.ts': 'd/claim.js' },
    { 'a/element.js': ['b/react.js', 'c/core.js'], 'c/core.js': ['b/react.js', 'c/core.css'] },
  );
  const [first, form] = budgets(path);
  expect(sortedNames(first?.files)).toEqual(['exchange-widget.js']);
  expect(sortedNames(form?.files)).toEqual([
    'core.css',
    'core.js',
    'element.js',
    'exchange-widget.js',
    'react.js',
  ]);
});

test('a loader that imports another file pays for it', () => {
  const path = createBuild({ 'widget/element.ts': 'element.js' }, { 'exchange-widget.js': ['preload.js'] });
  expect(sortedNames(budgets(path)[0]?.files)).toEqual(['exchange-widget.js', 'preload.js']);
});

test('the claim pays for what the touched form has not, and once it is made for what it had not itself', () => {
  const path = createBuild(
    { 'widget/element.ts': 'element.js' },
    {
      'element.js': ['react.js'],
      'later.js': ['messages.js'],
      'entry.js': ['element.js', 'status.js', 'messages.js'],
      'open.js': ['entry.js', 'status.js'],
    },
  );
  expect(sortedNames(budgets(path)[2]?.files)).toEqual(['entry.js', 'status.js']);
  expect(sortedNames(budgets(path)[3]?.files)).toEqual(['open.js']);
});

test('the first form is what draws it and what wires its fields', () => {
  const path = createBuild({ 'widget/element.ts': 'element.js' }, { 'draw.js': ['first.js'] });
  expect(sortedNames(budgets(path).at(-1)?.files)).toEqual(['draw.js', 'first.js']);
});

test('a build without an element is an error, not zero bytes', () => {
  expect(() => budgets(createBuild({}))).toThrow('widget/element.ts');
});

describe('pages of the site', () => {
  const sources = {
    'widget/element.ts': 'widget/e/element.js',
    'site/live/LiveQueryStatus.tsx': 'assets/fresh.js',
    'site/main.tsx': 'assets/index.js',
  };
  const imports = {
    'assets/index.js': ['widget/r/react.js', 'assets/index.css'],
    'assets/home.js': ['widget/r/react.js', 'assets/fresh.js'],
    'assets/faq.js': ['widget/r/react.js', 'assets/faq.css'],
    'assets/aml.js': ['widget/r/react.js'],
    'assets/reserves.js': ['assets/fresh.js'],
    'widget/e/element.js': ['widget/r/react.js'],
  };
  const page = (...preloaded: string[]) =>
    [
      '<script type="module" crossorigin src="/assets/index.js"></script>',
      ...preloaded.map(name => `<link rel="modulepreload" crossorigin href="/assets/${name}">`),
    ].join('');
  const createSite = (html: Record<string, string>) => {
    const scripts = ['index', 'home', 'fresh', 'aml', 'reserves'].map(name => [`assets/${name}.js`, '']);
    return createBuild(sources, imports, {
      ...Object.fromEntries(scripts),
      'widget/r/react.js': '',
      'widget/e/element.js': '',
      'assets/faq.js': randomBytes(100).toString('hex'),
      ...html,
    });
  };
  const texts = { 'faq/index.html': page('faq.js'), 'aml/index.html': page('aml.js') };
  const others = { 'index.html': page('home.js'), 'reserves/index.html': page('reserves.js') };

  test('home with its widget, and the heaviest of text and of figures, with all that they import at once', () => {
    const [home, text, figures] = pages(createSite({ ...texts, ...others }));
    expect(sortedNames(home?.files)).toEqual(['element.js', 'fresh.js', 'home.js', 'index.js', 'react.js']);
    expect(text?.name).toContain('/faq:');
    expect(sortedNames(text?.files)).toEqual(['faq.js', 'index.js', 'react.js']);
    expect(figures?.name).toContain('/reserves:');
    expect(sortedNames(figures?.files)).toEqual(['fresh.js', 'index.js', 'react.js', 'reserves.js']);
  });

  test('without figures anywhere, or with a file that nobody built, are an error', () => {
    expect(() => pages(createSite({ ...texts, 'index.html': page('home.js') }))).toThrow(
      'no page with figures',
    );
    expect(() => pages(createSite({ ...texts, 'index.html': page('gone.js') }))).toThrow('assets/gone.js');
  });
});

test('the weight is what brotli leaves', () => {
  const path = createTemporaryFolder({ even: 'a'.repeat(10_000), odd: randomBytes(5_000).toString('hex') });
  expect(weigh(join(path, 'even'))).toBeLessThan(50);
  expect(weigh(join(path, 'odd'))).toBeGreaterThan(5_000);
});
