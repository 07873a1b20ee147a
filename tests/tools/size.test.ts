import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { budgets } from '../../tools/size.ts';
import { folder } from './folder.ts';

const names = (files: readonly string[] = []) => files.map(file => basename(file)).toSorted();

test('the form is the loader, what the loader loads and all that this imports; later chunks do not count', () => {
  const path = folder({
    'exchange-widget.js': 'const go=()=>import(`./element-1.js`);go();',
    'element-1.js':
      'import{a}from"./react-2.js";export*from"./core-3.js";const later=()=>import("./claim-4.js");later(a);',
    'react-2.js': 'export const a=1;',
    'core-3.js': 'import"./react-2.js";export const b=2;',
    'claim-4.js': 'import"./qr-5.js";',
    'qr-5.js': '',
    'old-6.js': '',
  });
  const [loader, form] = budgets(path);
  expect(names(loader?.files)).toEqual(['exchange-widget.js']);
  expect(names(form?.files)).toEqual(['core-3.js', 'element-1.js', 'exchange-widget.js', 'react-2.js']);
});

test('a loader that needs another file pays for it', () => {
  const path = folder({ 'exchange-widget.js': 'import"./preload-1.js";', 'preload-1.js': '' });
  expect(names(budgets(path)[0]?.files)).toEqual(['exchange-widget.js', 'preload-1.js']);
});

test('a chunk that is not there is an error, not zero bytes', () => {
  const path = folder({ 'exchange-widget.js': 'import("./element-1.js")' });
  expect(() => budgets(path)).toThrow(join(path, 'element-1.js'));
});
