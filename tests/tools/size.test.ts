import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILD_GRAPH_FILE } from '#site/buildGraph.ts';
import { toPageFile } from '#site/prerender/pageFile.ts';
import { accountRoutePaths, privateRoutePaths } from '#site/routePaths.ts';
import { listWidgetBudgets, listPageBudgets, measureCompressedBytes } from '../../tools/size.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

const sortedNames = (files: readonly string[] = []) => files.map(file => basename(file)).toSorted();

/** Creates a built site: source → file, file → static imports. Files have content only if a test measures them. */
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

test('counts the loader, the element and their static imports once, without lazy ones', () => {
  const path = createBuild(
    { 'widget/element.ts': 'a/element.js', 'widget/claim/entry.ts': 'd/claim.js' },
    { 'a/element.js': ['b/react.js', 'c/core.js'], 'c/core.js': ['b/react.js', 'c/core.css'] },
  );
  const [first, form] = listWidgetBudgets(path);
  expect(sortedNames(first?.files)).toEqual(['exchange-widget.js']);
  expect(sortedNames(form?.files)).toEqual([
    'core.css',
    'core.js',
    'element.js',
    'exchange-widget.js',
    'react.js',
  ]);
});

test('counts a file that the loader imports', () => {
  const path = createBuild({ 'widget/element.ts': 'element.js' }, { 'exchange-widget.js': ['preload.js'] });
  expect(sortedNames(listWidgetBudgets(path)[0]?.files)).toEqual(['exchange-widget.js', 'preload.js']);
});

test('counts for the claim flow and the created claim only files that are not loaded yet', () => {
  const path = createBuild(
    { 'widget/element.ts': 'element.js' },
    {
      'element.js': ['react.js'],
      'later.js': ['messages.js'],
      'entry.js': ['element.js', 'status.js', 'messages.js'],
      'open.js': ['entry.js', 'status.js'],
    },
  );
  expect(sortedNames(listWidgetBudgets(path)[2]?.files)).toEqual(['entry.js', 'status.js']);
  expect(sortedNames(listWidgetBudgets(path)[3]?.files)).toEqual(['open.js']);
});

test('counts for the first form its renderer and the link between its fields', () => {
  const path = createBuild({ 'widget/element.ts': 'element.js' }, { 'draw.js': ['first.js'] });
  expect(sortedNames(listWidgetBudgets(path).at(-1)?.files)).toEqual(['draw.js', 'first.js']);
});

test('throws for a build without the element', () => {
  expect(() => listWidgetBudgets(createBuild({}))).toThrow('widget/element.ts');
});

describe('pages of the site', () => {
  const sources = {
    'widget/element.ts': 'widget/e/element.js',
    'site/main.tsx': 'assets/index.js',
    'site/shell/layout/deferredElements.tsx': 'assets/later.js',
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
  const styles = '<link rel="stylesheet" crossorigin href="/assets/faq.css">';
  const privatePages = Object.fromEntries(
    Object.values(privateRoutePaths).map(path => [toPageFile(path), page('aml.js') + styles]),
  );
  const measure = (html: Record<string, string>) =>
    new Map(listPageBudgets(createSite(html)).map(({ name, files }) => [name, sortedNames(files)]));

  test('measures public pages with all scripts, the home page with the widget, private pages beyond the shell', () => {
    const pages = measure({ ...texts, ...others, ...privatePages });
    expect(pages.get('home page, /')).toEqual(['element.js', 'fresh.js', 'home.js', 'index.js', 'react.js']);
    expect(pages.get('text page, /faq')).toEqual(['faq.js', 'index.js', 'react.js']);
    expect(pages.get('page with live data, /reserves')).toEqual([
      'fresh.js',
      'index.js',
      'react.js',
      'reserves.js',
    ]);
    expect(pages.get('page for guests, /login')).toEqual(['aml.js', 'faq.css']);
  });

  test('measures what a text page loads at first and when it is idle', () => {
    const deferred = `<template id="application">${page('faq.js')}</template>`;
    const starter = '<script type="module" crossorigin src="/assets/aml.js"></script>';
    const pages = measure({ ...texts, ...others, ...privatePages, 'faq/index.html': deferred + starter });
    expect(pages.get('text page, /faq')).toEqual(['aml.js', 'react.js']);
    expect(pages.get('text page when idle, /faq')).toEqual(['faq.js', 'index.js', 'react.js']);
  });

  test('measures every page once, by the kind of its route', () => {
    const names = listPageBudgets(createSite({ ...texts, ...others, ...privatePages })).map(
      ({ name }) => name,
    );
    const paths = ['/', '/faq', '/aml', '/reserves', ...Object.values(privateRoutePaths)];
    expect(names.map(name => name.split(', ')[1]).toSorted()).toEqual(paths.toSorted());
    const { card, ...pages } = accountRoutePaths;
    for (const path of Object.values(pages)) expect(names).toContain(`account page, ${path}`);
    for (const path of ['/verification/:uuid', '/verify/:uuid', card])
      expect(names).toContain(`page with a card screen, ${path}`);
    for (const path of ['/claim', '/claim/:uuid', '/claim/fail'])
      expect(names).toContain(`claim page, ${path}`);
    expect(names).toContain('page for guests, /alert');
  });

  test('throws without a page with live data, and for a missing file', () => {
    expect(() => measure({ ...texts, ...privatePages, 'index.html': page('home.js') })).toThrow(
      'no page with live data',
    );
    expect(() => measure({ ...texts, 'index.html': page('gone.js') })).toThrow('assets/gone.js');
  });
});

test('measures the size after Brotli', () => {
  const path = createTemporaryFolder({ even: 'a'.repeat(10_000), odd: randomBytes(5_000).toString('hex') });
  expect(measureCompressedBytes(join(path, 'even'))).toBeLessThan(50);
  expect(measureCompressedBytes(join(path, 'odd'))).toBeGreaterThan(5_000);
});
