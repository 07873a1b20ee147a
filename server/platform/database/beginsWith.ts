import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isPostgres } from './rowLocks.ts';
import type { Db } from './schema.ts';

/** Whether the lower case of a column begins with a text in any case. A range of bytes, which an index of it finds. */
export function beginsWith(db: Db, column: string, text: string): RawBuilder<SqlBool> {
  const value = sql`lower(${sql.ref(column)})${isPostgres(db) ? sql` collate "C"` : sql``}`;
  const beginning = text.toLowerCase();
  return sql`${value} >= ${beginning} and ${value} < ${`${beginning}\u{10ffff}`}`;
}
