import type { SelectQueryBuilder } from 'kysely';

/** Counts the rows of a query that selects no columns. */
export async function countRows<Schema, Tables extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Tables, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<bigint>().as('count'));
  const [row] = (await counted.execute()) as unknown as [{ count: bigint }];
  return Number(row.count);
}

/** Whether a query that selects no columns has a row. */
export async function hasRows<Schema, Tables extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Tables, object>,
): Promise<boolean> {
  const found = query.select(({ lit }) => lit(1).as('found')).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}
