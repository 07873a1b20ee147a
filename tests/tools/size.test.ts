import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { budgets, text, weigh } from '../../tools/size.ts';
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

test('a text page is its entry, its text, and all the JavaScript that these import at once', () => {
  const path = folder({
    '.vite/manifest.json': JSON.stringify({
      'index.html': {
        file: 'index.js',
        imports: ['_page.js'],
        css: ['index.css'],
        dynamicImports: ['pages/Home.tsx'],
      },
      '_page.js': { file: 'page.js' },
      'pages/Home.tsx': { file: 'home.js' },
      'information/Questions.tsx': { file: 'questions.js', imports: ['_page.js'], css: ['questions.css'] },
      'content/faq.md': { file: 'faq.js', imports: ['_page.js'] },
    }),
  });
  expect(names(text(path).files)).toEqual(['faq.js', 'index.js', 'page.js', 'questions.js']);
});

test('the weight is what brotli leaves', () => {
  const path = folder({ even: 'a'.repeat(10_000), odd: randomBytes(5_000).toString('hex') });
  expect(weigh(join(path, 'even'))).toBeLessThan(50);
  expect(weigh(join(path, 'odd'))).toBeGreaterThan(5_000);
});
