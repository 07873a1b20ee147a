import type { DescribeRouteOptions } from 'hono-openapi';
import type * as v from 'valibot';
import { generateCsv, type CsvColumn } from '../http/response/csv.ts';
import { parseListPage, parseQuery, type Query } from './listPage.ts';
import type { OpenList } from './openList.ts';

/** A list in pages: its filters, and the rows that an owner sees. */
export interface PagedList<Context, Owner, Filters, Item> {
  /** The filters in a query. */
  filters: v.GenericSchema<unknown, Filters>;
  open: (context: Context, owner: Owner, filters: Filters) => OpenList<Item>;
}

/** A list of the documented API. */
export interface ListDefinition<Context, Owner, Filters, Item> extends PagedList<
  Context,
  Owner,
  Filters,
  Item
> {
  /** The filters in the OpenAPI document. */
  parameters: NonNullable<DescribeRouteOptions['parameters']>;
  /** The columns of the list as CSV. */
  columns: readonly CsvColumn<Item>[];
}

/**
 * Reads the page of a list that a request asks for. `privateQuery`: filters that are in no URL. 400 for the first
 * invalid parameter.
 */
export function readListPage<Context extends { config: { publicOrigin: string } }, Owner, Filters, Item>(
  context: Context,
  { filters, open }: PagedList<Context, Owner, Filters, Item>,
  owner: Owner,
  request: { path: string; query: () => Query },
  privateQuery: Query = {},
) {
  const query = request.query();
  const list = open(context, owner, parseQuery(filters, { ...query, ...privateQuery }));
  const address = `${context.config.publicOrigin}${request.path}?${new URLSearchParams(query)}`;
  return list.readPage(parseListPage(query), address);
}

/** Writes the lines of a list that pass the filters of `query` as CSV. 400 for the first invalid parameter. */
export const exportList = <Context, Owner, Filters, Item>(
  context: Context,
  { filters, open, columns }: ListDefinition<Context, Owner, Filters, Item>,
  { owner, query }: { owner: Owner; query: Query },
): AsyncIterable<string> =>
  generateCsv(columns, open(context, owner, parseQuery(filters, query)).readBatches());
