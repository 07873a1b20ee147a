import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { countRows } from '../database/countRows.ts';
import { buildPageFrame, type ListPage, type PageFrame } from './listPage.ts';

/** Rows per query of an export: only these are in memory, and other requests run between the queries. */
export const LIST_BATCH_SIZE = 500;

/** The rows of a list in the database, from which its pages and its export follow. */
interface ListSource<Schema, Tables extends keyof Schema, Row, Item> {
  /** The rows that pass the filters, without columns and order. */
  rows: SelectQueryBuilder<Schema, Tables, object>;
  /**
   * The columns of the order, the first one first, with their table if several have it. Together they are unique. An
   * export needs `desc` for all of them.
   */
  order: { readonly [Column in `${string}${keyof Row & string}`]?: 'asc' | 'desc' };
  /** Adds the columns to a part of the rows, among them those of the order. */
  select: (part: SelectQueryBuilder<Schema, Tables, object>) => { execute(): Promise<Row[]> };
  /** Builds the items of the API from the rows of a part. */
  build: (rows: Row[]) => Item[] | Promise<Item[]>;
  /** Counts rows up to a limit, where counting all takes too long. `next` goes beyond that count. */
  countSome?: () => Promise<number>;
  /**
   * Maximum length of a list that is sorted completely. With the index of the order, SQLite would read all rows of the
   * owner to find the few of a filter.
   */
  maxSortedLength?: number;
}

/** A list with its filters applied. */
export interface OpenList<Item> {
  /** Reads a page. `address`: of the list, with its other parameters. */
  readPage(page: ListPage, address: string): Promise<PageFrame & { results: Item[] }>;
  /** Counts the rows of the whole list. */
  count(): Promise<number>;
  /** Reads the whole list. Each batch begins after the last row of the one before. */
  readBatches(): AsyncGenerator<Item[]>;
}

/** Opens a list of the database. */
export function openList<Schema, Tables extends keyof Schema, Row extends object, Item>({
  rows,
  order,
  select,
  build,
  countSome,
  maxSortedLength = -1,
}: ListSource<Schema, Tables, Row, Item>): OpenList<Item> {
  const sorting = Object.entries(order) as [column: string, direction: 'asc' | 'desc'][];
  const columns = sorting.map(([column]) => column);
  const sortRows = (length: number) => {
    let sorted = rows;
    for (const [index, [column, direction]] of sorting.entries()) {
      const key = sql.ref(column);
      // An expression has no index.
      sorted = sorted.orderBy(index === 0 && length <= maxSortedLength ? sql`${key} + 0` : key, direction);
    }
    return sorted;
  };
  return {
    count: () => countRows(rows),
    async readPage(page, address) {
      const count = await (countSome ? countSome() : countRows(rows));
      const part = sortRows(count).limit(countSome ? page.size + 1 : page.size);
      const found = await select(part.offset(page.offset)).execute();
      const known = countSome ? Math.max(count, page.offset + found.length) : count;
      const results = await build(found.slice(0, page.size));
      return { ...buildPageFrame(page, known, address), count, results };
    },
    async *readBatches() {
      if (sorting.some(([, direction]) => direction === 'asc'))
        throw new Error('An export is ordered by desc');
      const getKey = (row: Row) =>
        columns.map(column => (row as Record<string, unknown>)[column.replace(/^.*\./, '')]);
      let last: Row | undefined;
      do {
        let part = sortRows(Infinity).limit(LIST_BATCH_SIZE);
        if (last) part = part.where(isBefore(columns, getKey(last)));
        const found = await select(part).execute();
        if (found.length > 0) yield await build(found);
        last = found.length === LIST_BATCH_SIZE ? found.at(-1) : undefined;
      } while (last);
    },
  };
}

/** Whether the columns of a row are less than the values, in their order. */
const isBefore = (columns: readonly string[], values: readonly unknown[]) =>
  sql<SqlBool>`(${sql.join(columns.map(column => sql.ref(column)))}) < (${sql.join(values)})`;
