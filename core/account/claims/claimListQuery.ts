import { CLAIM_STATUSES, type ClaimStatusCode } from '../../claim/status.ts';
import type { ClaimListQuery } from '../../api/account/accountClaims.ts';
import { normalizeCode } from '../../exchange/currencyCode.ts';
import { parseDay } from '../../exchange/exchangeDay.ts';
import { formatSearch, parsePageNumber, toPageQuery } from '../listQuery.ts';

/** A status, or all open or closed ones. */
export type StatusFilter = ClaimStatusCode | 'open' | 'closed';

/** Filters of the list of claims. Dates are days, YYYY-MM-DD; "" and null mean no filter. */
export interface ClaimFilters {
  status: StatusFilter | null;
  /** Currency codes. */
  from: string | null;
  to: string | null;
  dateFrom: string | null;
  dateTo: string | null;
  search: string;
}

/** Filters and a page of the list, from 1. */
export interface ClaimListView extends ClaimFilters {
  page: number;
}

/** Longest search that the server accepts, characters. */
export const MAX_SEARCH_LENGTH = 64;

const STATUS_FILTERS: readonly string[] = [...CLAIM_STATUSES, 'open', 'closed'];

const parseStatus = (text: string | null): StatusFilter | null =>
  text !== null && STATUS_FILTERS.includes(text) ? (text as StatusFilter) : null;

const parseCode = (text: string | null): string | null => {
  const code = normalizeCode(text ?? '');
  return /^\w{2,20}$/.test(code) ? code : null;
};

/** Parses the query of the page's URL. Ignores parameters that the server would refuse. */
export function parseClaimListView(query: URLSearchParams): ClaimListView {
  return {
    status: parseStatus(query.get('status')),
    from: parseCode(query.get('cur_from')),
    to: parseCode(query.get('cur_to')),
    dateFrom: parseDay(query.get('date_from')),
    dateTo: parseDay(query.get('date_to')),
    search: (query.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    page: parsePageNumber(query.get('page')),
  };
}

/** Converts the view to the server's query, without unset filters. */
export function toClaimListQuery({
  status,
  from,
  to,
  dateFrom,
  dateTo,
  search,
  page,
}: ClaimListView): ClaimListQuery {
  return {
    ...(status && { status }),
    ...(from && { cur_from: from }),
    ...(to && { cur_to: to }),
    ...(dateFrom && { date_from: dateFrom }),
    ...(dateTo && { date_to: dateTo }),
    ...(search && { search }),
    ...toPageQuery(page),
  };
}

/** Formats the view as the query of the page's URL, with `?`; "" for all claims. */
export const formatClaimListSearch = (view: ClaimListView): string => formatSearch(toClaimListQuery(view));

/** Whether any filter is set. */
export function isFiltered({ page: _page, ...filters }: ClaimListView): boolean {
  return Object.values(filters).some(Boolean);
}
