import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { budgets, pages, weigh } from '../../tools/size.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

const sortedNames = (files: readonly string[] = []) => files.map(file => basename(file)).toSorted();
const parts = {
  'widget/prerender/renderForm.ts': { file: 'draw.js', imports: ['_first.js'] },
  '_first.js': { file: 'first.js' },
  'widget/lazy/formExtras.ts': { file: 'formExtras.js' },
  'widget/claim/entry.ts': { file: 'entry.js', imports: ['widget/element.ts'] },
  'widget/claim/ClaimScreen.tsx': { file: 'claimScreen.js', imports: ['widget/claim/entry.ts'] },
};
const createBuild = (manifest: object) =>
  createTemporaryFolder({ '.vite/manifest.json': JSON.stringify({ ...parts, ...manifest }) });
const loader = { file: 'exchange-widget.js' };

test('the form is the loader, the element and all that it imports, once; what is loaded later does not count', () => {
  const path = createBuild({
    'widget/loader.ts': loader,
    'widget/element.ts': {
      file: 'a/element.js',
      imports: ['_react.js', '_core.js'],
      dynamicImports: ['_claim.js'],
    },
    '_react.js': { file: 'b/react.js' },
    '_core.js': { file: 'c/core.js', imports: ['_react.js'], css: ['c/core.css'] },
    '_claim.js': { file: 'd/claim.js' },
  });
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
  const path = createBuild({
    'widget/loader.ts': { ...loader, imports: ['_preload.js'] },
    'widget/element.ts': { file: 'element.js' },
    '_preload.js': { file: 'preload.js' },
  });
  expect(sortedNames(budgets(path)[0]?.files)).toEqual(['exchange-widget.js', 'preload.js']);
});

test('the claim pays for what the touched form has not, and once it is made for what it had not itself', () => {
  const path = createBuild({
    'widget/loader.ts': loader,
    'widget/element.ts': { file: 'element.js', imports: ['_react.js'] },
    '_react.js': { file: 'react.js' },
    'widget/lazy/formExtras.ts': { file: 'formExtras.js', imports: ['_messages.js'] },
    '_messages.js': { file: 'messages.js' },
    'widget/claim/entry.ts': {
      file: 'entry.js',
      imports: ['widget/element.ts', '_status.js', '_messages.js'],
    },
    '_status.js': { file: 'status.js' },
    'widget/claim/ClaimScreen.tsx': {
      file: 'claimScreen.js',
      imports: ['widget/claim/entry.ts', '_status.js'],
    },
  });
  expect(sortedNames(budgets(path)[2]?.files)).toEqual(['entry.js', 'status.js']);
  expect(sortedNames(budgets(path)[3]?.files)).toEqual(['claimScreen.js']);
});

test('the first form is what draws it and what wires its fields', () => {
  const path = createBuild({ 'widget/loader.ts': loader, 'widget/element.ts': { file: 'element.js' } });
  expect(sortedNames(budgets(path).at(-1)?.files)).toEqual(['draw.js', 'first.js']);
});

test('a build without an element is an error, not zero bytes', () => {
  expect(() => budgets(createBuild({ 'widget/loader.ts': loader }))).toThrow('widget/element.ts');
});

describe('pages of the site', () => {
  const manifest = {
    'index.html': {
      file: 'assets/index.js',
      imports: ['_every.js'],
      css: ['assets/index.css'],
      dynamicImports: ['home/HomePage.tsx', '../core/api/calculator.ts'],
    },
    '_every.js': { file: 'assets/every.js' },
    'home/HomePage.tsx': { file: 'assets/home.js', imports: ['_every.js', '_schemas.js'] },
    '../core/api/calculator.ts': { file: 'assets/calculator.js', imports: ['_schemas.js', '_every.js'] },
    '_schemas.js': { file: 'assets/schemas.js' },
    'content/faq.md': { file: 'assets/faq.js', imports: ['_every.js'], css: ['assets/faq.css'] },
    'content/aml.md': { file: 'assets/aml.js', imports: ['_every.js'] },
  };
  const renderPage = (...preloaded: string[]) =>
    [
      '<script type="module" src="/widget/exchange-widget.js" ></script>',
      '<script type="module" crossorigin src="/assets/index.js"></script>',
      ...preloaded.map(name => `<link rel="modulepreload" crossorigin href="/assets/${name}">`),
    ].join('');
  const createSite = (html: Record<string, string>) => {
    const scripts = ['index', 'every', 'home', 'calculator', 'schemas', 'aml'];
    return createTemporaryFolder({
      '.vite/manifest.json': JSON.stringify(manifest),
      ...Object.fromEntries(scripts.map(name => [`assets/${name}.js`, ''])),
      'assets/faq.js': randomBytes(100).toString('hex'),
      ...html,
    });
  };
  const texts = { 'faq/index.html': renderPage('faq.js'), 'aml/index.html': renderPage('aml.js') };

  test('of text and with figures: the heaviest, with all the JavaScript that it imports at once', () => {
    const [text, figures] = pages(createSite({ ...texts, 'index.html': renderPage('home.js') }));
    expect(text?.name).toContain('/faq:');
    expect(sortedNames(text?.files)).toEqual(['every.js', 'faq.js', 'index.js']);
    expect(figures?.name).toContain('/:');
    expect(sortedNames(figures?.files)).toEqual(['every.js', 'home.js', 'index.js', 'schemas.js']);
  });

  test('without figures anywhere, or with a file that nobody built, are an error', () => {
    expect(() => pages(createSite(texts))).toThrow('no page with figures');
    expect(() => pages(createSite({ ...texts, 'index.html': renderPage('gone.js') }))).toThrow(
      'assets/gone.js',
    );
  });
});

test('weighs the brotli size', () => {
  const path = createTemporaryFolder({ even: 'a'.repeat(10_000), odd: randomBytes(5_000).toString('hex') });
  expect(weigh(join(path, 'even'))).toBeLessThan(50);
  expect(weigh(join(path, 'odd'))).toBeGreaterThan(5_000);
});
