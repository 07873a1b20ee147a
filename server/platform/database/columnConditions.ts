import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isPostgres } from './rowLocks.ts';
import type { Db } from './schema.ts';

/**
 * Builds the condition that a column has one of `values`. Several values are one parameter, so that the text of the
 * statement does not depend on their number and it stays prepared.
 */
export function isAnyOf(
  db: Db,
  column: string,
  values: readonly string[] | readonly bigint[],
): RawBuilder<SqlBool> {
  const [first] = values;
  if (first === undefined) return sql`false`;
  if (values.length === 1) return sql`${sql.ref(column)} = ${first}`;
  if (!isPostgres(db)) return sql`${sql.ref(column)} in (select value from json_each(${toJson(values)}))`;
  const type = sql.raw(typeof first === 'bigint' ? 'bigint[]' : 'text[]');
  return sql`${sql.ref(column)} = any(${values}::${type})`;
}

/** Whether the lower case of a column begins with a text in any case. A range of bytes, which an index of it finds. */
export function beginsWith(db: Db, column: string, text: string): RawBuilder<SqlBool> {
  const value = sql`lower(${sql.ref(column)})${isPostgres(db) ? sql` collate "C"` : sql``}`;
  const beginning = text.toLowerCase();
  return sql`${value} >= ${beginning} and ${value} < ${`${beginning}\u{10ffff}`}`;
}

const toJson = (values: readonly (string | bigint)[]): string =>
  `[${values.map(value => (typeof value === 'bigint' ? String(value) : JSON.stringify(value))).join()}]`;
