import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { sql, type Kysely } from 'kysely';
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import type { ServerContext } from '#server/notifications/context.ts';
import type { DialectName } from '#server/platform/database/schema.ts';
import { forEachDatabase } from '../support/testServer.ts';

const root = join(import.meta.dirname, '../..');

/** The code blocks of CONTRIBUTING.md that begin with their path: path → code. */
const examples = new Map(
  [
    ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
      /```ts\n *\/\/ (\S+\.ts)\n([^]*?)\n *```/g,
    ),
  ].map(([, path = '', code = '']) => [path, code]),
);

// Below the repository, so that `#server/…` resolves.
mkdirSync(join(root, 'test-results'), { recursive: true });
const folder = mkdtempSync(join(root, 'test-results/contributing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Points an import at the copied example, or at the file of the repository that it means. */
function resolveImport(importer: string, specifier: string): string {
  const path = specifier.startsWith('.') ? join(dirname(importer), specifier) : specifier.slice(1);
  return join(examples.has(path) ? folder : root, path);
}

for (const [path, code] of examples) {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(
    join(folder, path),
    code.replaceAll(/(?<= from ')[.#][^']+/g, specifier => resolveImport(path, specifier)),
  );
}

test('CONTRIBUTING.md has an example of a migration, schemas, routes and a test', () => {
  expect([...examples.keys()]).toEqual([
    'server/platform/database/migrations/NNN-notes.ts',
    'core/contract/note.ts',
    'server/api/noteRoutes.ts',
    'tests/server/notes/noteRoutes.test.ts',
  ]);
});

forEachDatabase((startServer, dialect) => {
  test('the example of CONTRIBUTING.md creates its table and lists the newest row first', async () => {
    const { context } = await startServer();
    const load = async <Module>(path: string) => (await import(join(folder, path))) as Module;
    const migration = await load<{
      tableNames: string[];
      up: (db: Kysely<never>, dialect: DialectName) => Promise<void>;
    }>('server/platform/database/migrations/NNN-notes.ts');
    // A developer who tries the example has the table already.
    await sql`drop table if exists notes`.execute(context.db);
    await migration.up(context.db as unknown as Kysely<never>, dialect);
    expect(migration.tableNames).toEqual(['notes']);
    for (const text of ['a', 'b'])
      await sql`insert into notes (text, at) values (${text}, ${0n})`.execute(context.db);

    const { createNoteRoutes } = await load<{ createNoteRoutes: (context: ServerContext) => Hono }>(
      'server/api/noteRoutes.ts',
    );
    const response = await new Hono()
      .route('/api/v1/notes/', createNoteRoutes(context))
      .request('/api/v1/notes/');
    const { Notes } = await load<{ Notes: v.GenericSchema }>('core/contract/note.ts');
    expect(v.parse(Notes, await response.json())).toEqual(
      ['b', 'a'].map((text, index) => ({ id: 2 - index, text, at: '1970-01-01T00:00:00.000Z' })),
    );
  });
});
