import { formatSearch, parsePageNumber, toPageQuery } from './listQuery.ts';

/** A filter: its parameter, in the URL and in the call, and the parser of its text. null and "" mean no filter. */
type Filter = readonly [parameter: string, parse: (text: string | null) => string | null];

/** Values of the filters, by their names. */
type FilterValues<Filters extends Readonly<Record<string, Filter>>> = {
  [Name in keyof Filters]: ReturnType<Filters[Name][1]>;
};

/** The filters of a list in the page's URL and in the query of its call. */
export interface ListFilters<Values> {
  /** Parses the query of the page's URL. Ignores parameters that the server would refuse. */
  parse(query: URLSearchParams): ListView<Values>;
  /** Converts a view to the server's query, without unset filters and without the first page. */
  toQuery(view: ListView<Values>): Readonly<Record<string, string>>;
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
  const toQuery = ({ page, ...values }: View): Record<string, string> => ({
    ...Object.fromEntries(
      list.flatMap(([name, [parameter]]) => {
        const value = (values as Record<string, string | null>)[name];
        return value ? [[parameter, value]] : [];
      }),
    ),
    ...toPageQuery(page),
  });
  return {
    parse(query) {
      const values = list.map(([name, [parameter, parse]]) => [name, parse(query.get(parameter))]);
      return { ...Object.fromEntries(values), page: parsePageNumber(query.get('page')) } as View;
    },
    toQuery,
    format: view => formatSearch(toQuery(view)),
    isFiltered: view => Object.keys(toQuery({ ...view, page: 1 })).length > 0,
  };
}
