import { formatSearch, parsePageNumber, toPageQuery } from './listQuery.ts';

/**
 * A filter: its parameter, in the URL and in the call, and the parser of its text. null and "" mean no filter. The text
 * of a private one may be an e-mail or a card. It is in no URL, which histories and logs of proxies keep: the page has
 * it in the state of its history entry, the call in the header `X-Search`. A list has at most one.
 */
type Filter = readonly [
  parameter: string,
  parse: (text: string | null) => string | null,
  isPrivate?: 'private',
];

/** Values of the filters, by their names. */
type FilterValues<Filters extends Readonly<Record<string, Filter>>> = {
  [Name in keyof Filters]: ReturnType<Filters[Name][1]>;
};

/** The filters of a list in the page's URL and in the query of its call. */
export interface ListFilters<Values> {
  /** Parses the query of the page's URL. Ignores parameters that the server would refuse. */
  parse(query: URLSearchParams, state?: unknown): ListView<Values>;
  /** Converts a view to the server's query, without unset filters and without the first page. */
  toQuery(view: ListView<Values>): Readonly<Record<string, string>>;
  /** The headers of the call: the private filter. */
  toHeaders(view: ListView<Values>): Readonly<Record<string, string>>;
  /** The state of a history entry: the private filter; null without it. */
  toState(view: ListView<Values>): Readonly<Record<string, string>> | null;
  /** Formats a view as the query of the page's URL, with `?`; "" for the first page of the whole list. */
  format(view: ListView<Values>): string;
  /** Whether any filter is set. */
  isFiltered(view: ListView<Values>): boolean;
}

/** The values of the filters, and a page from 1. */
export type ListView<Values> = Values & { page: number };

/** Defines the filters of a list. */
export function defineFilters<const Filters extends Readonly<Record<string, Filter>>>(
  filters: Filters,
): ListFilters<FilterValues<Filters>> {
  type View = ListView<FilterValues<Filters>>;
  const list = Object.entries<Filter>(filters);
  const listValues = (view: View, wanted?: 'private') =>
    list.flatMap(([name, [parameter, , isPrivate]]) => {
      const value = (view as Record<string, unknown>)[name];
      return typeof value === 'string' && value !== '' && isPrivate === wanted
        ? [[parameter, value] as const]
        : [];
    });
  const toQuery = (view: View): Record<string, string> => ({
    ...Object.fromEntries(listValues(view)),
    ...toPageQuery(view.page),
  });
  return {
    parse(query, state) {
      const stored = (state ?? {}) as Record<string, unknown>;
      const values = list.map(([name, [parameter, parse, isPrivate]]) => {
        const text = isPrivate ? stored[parameter] : query.get(parameter);
        return [name, parse(typeof text === 'string' ? text : null)];
      });
      return { ...Object.fromEntries(values), page: parsePageNumber(query.get('page')) } as View;
    },
    toQuery,
    toHeaders: view =>
      Object.fromEntries(
        listValues(view, 'private').map(([, text]) => ['x-search', encodeURIComponent(text)]),
      ),
    toState(view) {
      const values = listValues(view, 'private');
      return values.length > 0 ? Object.fromEntries(values) : null;
    },
    format: view => formatSearch(toQuery(view)),
    isFiltered: view => listValues(view).length + listValues(view, 'private').length > 0,
  };
}
