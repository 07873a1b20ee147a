import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { budgets, pages, weigh } from '../../tools/size.ts';
import { folder } from './folder.ts';

const names = (files: readonly string[] = []) => files.map(file => basename(file)).toSorted();
const parts = {
  'widget/first/draw.ts': { file: 'draw.js', imports: ['_first.js'] },
  '_first.js': { file: 'first.js' },
  'widget/later.ts': { file: 'later.js' },
  'widget/claim/part.ts': { file: 'part.js', imports: ['widget/element.ts'] },
  'widget/claim/Open.tsx': { file: 'open.js', imports: ['widget/claim/part.ts'] },
};
const build = (manifest: object) =>
  folder({ '.vite/manifest.json': JSON.stringify({ ...parts, ...manifest }) });
const loader = { file: 'exchange-widget.js' };

test('the form is the loader, the element and all that it imports, once; what is loaded later does not count', () => {
  const path = build({
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
  expect(names(first?.files)).toEqual(['exchange-widget.js']);
  expect(names(form?.files)).toEqual(['core.css', 'core.js', 'element.js', 'exchange-widget.js', 'react.js']);
});

test('a loader that imports another file pays for it', () => {
  const path = build({
    'widget/loader.ts': { ...loader, imports: ['_preload.js'] },
    'widget/element.ts': { file: 'element.js' },
    '_preload.js': { file: 'preload.js' },
  });
  expect(names(budgets(path)[0]?.files)).toEqual(['exchange-widget.js', 'preload.js']);
});

test('the claim pays for what the touched form has not, and once it is made for what it had not itself', () => {
  const path = build({
    'widget/loader.ts': loader,
    'widget/element.ts': { file: 'element.js', imports: ['_react.js'] },
    '_react.js': { file: 'react.js' },
    'widget/later.ts': { file: 'later.js', imports: ['_messages.js'] },
    '_messages.js': { file: 'messages.js' },
    'widget/claim/part.ts': {
      file: 'part.js',
      imports: ['widget/element.ts', '_status.js', '_messages.js'],
    },
    '_status.js': { file: 'status.js' },
    'widget/claim/Open.tsx': { file: 'open.js', imports: ['widget/claim/part.ts', '_status.js'] },
  });
  expect(names(budgets(path)[2]?.files)).toEqual(['part.js', 'status.js']);
  expect(names(budgets(path)[3]?.files)).toEqual(['open.js']);
});

test('the first form is what draws it and what wires its fields', () => {
  const path = build({ 'widget/loader.ts': loader, 'widget/element.ts': { file: 'element.js' } });
  expect(names(budgets(path).at(-1)?.files)).toEqual(['draw.js', 'first.js']);
});

test('a build without an element is an error, not zero bytes', () => {
  expect(() => budgets(build({ 'widget/loader.ts': loader }))).toThrow('widget/element.ts');
});

describe('pages of the site', () => {
  const manifest = {
    'index.html': {
      file: 'assets/index.js',
      imports: ['_every.js'],
      css: ['assets/index.css'],
      dynamicImports: ['pages/Home.tsx', '../core/api/calculator.ts'],
    },
    '_every.js': { file: 'assets/every.js' },
    'pages/Home.tsx': { file: 'assets/home.js', imports: ['_every.js', '_schemas.js'] },
    '../core/api/calculator.ts': { file: 'assets/calculator.js', imports: ['_schemas.js', '_every.js'] },
    '_schemas.js': { file: 'assets/schemas.js' },
    'content/faq.md': { file: 'assets/faq.js', imports: ['_every.js'], css: ['assets/faq.css'] },
    'content/aml.md': { file: 'assets/aml.js', imports: ['_every.js'] },
  };
  const page = (...preloaded: string[]) =>
    [
      '<script type="module" src="/widget/exchange-widget.js" ></script>',
      '<script type="module" crossorigin src="/assets/index.js"></script>',
      ...preloaded.map(name => `<link rel="modulepreload" crossorigin href="/assets/${name}">`),
    ].join('');
  const site = (html: Record<string, string>) => {
    const scripts = ['index', 'every', 'home', 'calculator', 'schemas', 'aml'];
    return folder({
      '.vite/manifest.json': JSON.stringify(manifest),
      ...Object.fromEntries(scripts.map(name => [`assets/${name}.js`, ''])),
      'assets/faq.js': randomBytes(100).toString('hex'),
      ...html,
    });
  };
  const texts = { 'faq/index.html': page('faq.js'), 'aml/index.html': page('aml.js') };

  test('of text and with figures: the heaviest, with all the JavaScript that it imports at once', () => {
    const [text, figures] = pages(site({ ...texts, 'index.html': page('home.js') }));
    expect(text?.name).toContain('/faq:');
    expect(names(text?.files)).toEqual(['every.js', 'faq.js', 'index.js']);
    expect(figures?.name).toContain('/:');
    expect(names(figures?.files)).toEqual(['every.js', 'home.js', 'index.js', 'schemas.js']);
  });

  test('without figures anywhere, or with a file that nobody built, are an error', () => {
    expect(() => pages(site(texts))).toThrow('no page with figures');
    expect(() => pages(site({ ...texts, 'index.html': page('gone.js') }))).toThrow('assets/gone.js');
  });
});

test('the weight is what brotli leaves', () => {
  const path = folder({ even: 'a'.repeat(10_000), odd: randomBytes(5_000).toString('hex') });
  expect(weigh(join(path, 'even'))).toBeLessThan(50);
  expect(weigh(join(path, 'odd'))).toBeGreaterThan(5_000);
});
