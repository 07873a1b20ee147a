import * as v from 'valibot';
import { createFieldProblem } from '../http/problem.ts';

/** Maximum number of entries per page. */
const MAX_PAGE_SIZE = 100;

const PositiveInteger = v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/), v.transform(Number));
const PageQuery = v.object({
  page: v.optional(PositiveInteger, '1'),
  size: v.optional(PositiveInteger, '20'),
});

/** A page of a list, from 1. */
export interface ListPage {
  page: number;
  size: number;
  /** Number of entries before the page. */
  offset: number;
}

/** The envelope of a page: the number of all entries, and the addresses of the next and the previous page. */
export interface PageFrame {
  count: number;
  next: string | null;
  previous: string | null;
}

/** The parameters of a request. */
export type Query = Readonly<Record<string, string>>;

/** Parses parameters with a schema. 400 lists the first invalid one. Empty parameters count as missing. */
export function parseQuery<T>(schema: v.GenericSchema<unknown, T>, query: Query): T {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(schema, given);
  if (parsed.success) return parsed.output;
  throw createFieldProblem({
    [v.getDotPath(parsed.issues[0]) ?? 'non_field_errors']: { code: 'body_invalid' },
  });
}

/** Parses `page` and `size`, by default 20 and at most 100. 400 if one of them is not a positive integer. */
export function parseListPage(query: Query): ListPage {
  const { page, size: wanted } = parseQuery(PageQuery, query);
  const size = Math.min(MAX_PAGE_SIZE, wanted);
  return { page, size, offset: (page - 1) * size };
}

/** Builds the envelope of a page. `address`: that of the list, with its other parameters. */
export function buildPageFrame({ page, size }: ListPage, count: number, address: string): PageFrame {
  const buildAddress = (number: number) => {
    const url = new URL(address);
    url.searchParams.set('page', String(number));
    url.searchParams.set('size', String(size));
    return url.href;
  };
  return {
    count,
    next: page * size < count ? buildAddress(page + 1) : null,
    previous: page > 1 ? buildAddress(page - 1) : null,
  };
}
