import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { CLAIM_STATUSES, CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import { readRepositoryFile, root } from './support/documents.ts';

const text = readRepositoryFile('ARCHITECTURE.md');

test('the table of server/ has each folder, with a file of it, and names all files of row types', () => {
  const table = text.split('\n\n').find(block => block.startsWith('| Folder of `server/`')) ?? '';
  const rows = [...table.matchAll(/^\| `([\w/]+)\/` .*\| `([\w.]+)` +\|[^|]*\|$/gm)];
  expect(rows.length).toBe(table.trimEnd().split('\n').length - 2);
  const folders = readdirSync(new URL('server/', root), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && name.includes('/'))
    .map(name => dirname(name));
  const mapped = rows.map(([, folder = '']) => folder);
  // Parts of a folder with a line.
  const unlisted = ['platform/http/request', 'platform/http/response', 'notifications/emails/text'];
  expect([...mapped, ...unlisted].toSorted()).toEqual([...new Set(folders)].toSorted());
  const missing = rows.filter(([, folder, file]) => !existsSync(new URL(`server/${folder}/${file}`, root)));
  expect(missing.map(([, folder, file]) => `${folder}/${file}`)).toEqual([]);
  const rowFiles = readRepositoryFile('server/platform/database/schema.ts').matchAll(
    /from '\.\/(\w+Rows\.ts)'/g,
  );
  expect([...rowFiles].map(match => match[1] ?? '').filter(name => !table.includes(`\`${name}\``))).toEqual(
    [],
  );
});

/** The Mermaid diagrams, in their order. */
const diagrams = [...text.matchAll(/```mermaid\n([^]*?)\n```/g)].map(match => match[1] ?? '');

test('the diagram of a claim has exactly the transitions of the table of statuses', () => {
  const arrows = [...(diagrams[0] ?? '').matchAll(/^ *(\w+) -->(?:\|(.+)\|)? ([\w &]+)$/gm)];
  const drawn = arrows.flatMap(([, from = '', label = '', to = '']) => {
    // One node stands for several statuses; the label names which.
    const listStatuses = (node: string) => (node === 'ended' ? label.split(', ') : node.split(' & '));
    return listStatuses(from).flatMap(start => listStatuses(to).map(end => `${start} → ${end}`));
  });
  const allowed = CLAIM_STATUSES.flatMap(from => CLAIM_STATUS_RULES[from].next.map(to => `${from} → ${to}`));
  expect(drawn.toSorted()).toEqual(allowed.toSorted());
});

test('the diagram of a course names files that exist and the interval of the requests', () => {
  const [, , course = ''] = diagrams;
  expect(course).toContain(`coursePoller.ts: every ${COURSE_POLL_INTERVAL_MS / 1_000} s`);
  const files = ['core/exchange/', 'server/exchange/courses/'].flatMap(folder =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }),
  );
  const names = [...course.matchAll(/\b(\w+\.ts)\b/g)].map(match => match[1] ?? '');
  expect(names.length).toBeGreaterThan(9);
  expect(names.filter(name => !files.some(file => file.split('/').at(-1) === name))).toEqual([]);
});
