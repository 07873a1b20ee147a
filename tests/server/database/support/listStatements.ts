import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { loadMigrations } from '#server/platform/database/migrations.ts';
import type { DialectName } from '#server/platform/database/schema.ts';

/** Lists the statements of a migration without running them: those of `up`, then one for each index. */
export async function listStatements(name: string, dialect: DialectName): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: introspected => new SqliteIntrospector(introspected),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  const migration = (await loadMigrations())[name];
  await migration?.up(db, dialect);
  for (const [index, definition] of Object.entries(migration?.indexes ?? {}))
    statements.push(
      `create index ${index} ${typeof definition === 'string' ? definition : definition[dialect]}`,
    );
  return statements;
}
