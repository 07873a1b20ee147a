import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';

type Row<Table extends keyof DatabaseSchema> = Selectable<DatabaseSchema[Table]>;

/** Returns a query of the rows of a table that have these values. */
export function selectRows<Table extends keyof DatabaseSchema>(
  db: Db,
  table: Table,
  values: Partial<Row<Table>> = {},
): SelectQueryBuilder<DatabaseSchema, Table, Row<Table>> {
  // Kysely's types need a literal table name; the values are those of the given table.
  const query = db.selectFrom(table as 'cities').selectAll();
  return query.where(({ and }) => and(values as object)) as unknown as SelectQueryBuilder<
    DatabaseSchema,
    Table,
    Row<Table>
  >;
}
