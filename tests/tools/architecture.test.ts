import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRepositoryFile, root } from './support/documents.ts';

const text = readRepositoryFile('ARCHITECTURE.md');

test('the table of server/ has each folder, with a file of it, and names all files of row types', () => {
  const table = text.split('\n\n').find(block => block.startsWith('| Folder of `server/`')) ?? '';
  const rows = [...table.matchAll(/^\| `([\w/]+)\/` .*\| `([\w.]+)` +\|[^|]*\|$/gm)];
  expect(rows.length).toBe(table.trimEnd().split('\n').length - 2);
  const folders = readdirSync(new URL('server/', root), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name);
  const mapped = rows.map(([, folder = '']) => folder);
  expect(mapped.filter(folder => !folder.includes('/'))).toEqual(folders.toSorted());
  const missing = rows.filter(([, folder, file]) => !existsSync(new URL(`server/${folder}/${file}`, root)));
  expect(missing.map(([, folder, file]) => `${folder}/${file}`)).toEqual([]);
  const rowFiles = readRepositoryFile('server/database/schema.ts').matchAll(/from '\.\/(\w+Rows\.ts)'/g);
  expect([...rowFiles].map(match => match[1] ?? '').filter(name => !table.includes(`\`${name}\``))).toEqual(
    [],
  );
});
