import type { ShopHistoryQuery } from './shopQueries.ts';
import { CLAIM_STATUSES, type ClaimStatusCode } from '../../claim/status.ts';
import { PARTNER_CODE_PATTERN, SUB_PATTERN } from '../../contract/account/referralCode.ts';
import { parseDay } from '../../exchange/exchangeDay.ts';
import { formatSearch, parsePageNumber, toPageQuery } from '../listQuery.ts';

/** Filters of the history. Dates are days, YYYY-MM-DD; "" and null mean no filter. */
export interface HistoryFilters {
  status: ClaimStatusCode | null;
  code: string | null;
  sub: string;
  dateFrom: string | null;
  dateTo: string | null;
}

/** Filters and a page of the history, from 1. */
export interface HistoryView extends HistoryFilters {
  page: number;
}

/** Parses the query of the page's URL. Ignores parameters that the server would refuse. */
export function parseHistoryView(query: URLSearchParams): HistoryView {
  const code = (query.get('code') ?? '').toUpperCase();
  const sub = query.get('sub') ?? '';
  return {
    status: CLAIM_STATUSES.find(status => status === query.get('status')) ?? null,
    code: PARTNER_CODE_PATTERN.test(code) ? code : null,
    sub: SUB_PATTERN.test(sub) ? sub : '',
    dateFrom: parseDay(query.get('date_from')),
    dateTo: parseDay(query.get('date_to')),
    page: parsePageNumber(query.get('page')),
  };
}

/** Converts the view to the server's query, without unset filters. */
export function toHistoryQuery({ status, code, sub, dateFrom, dateTo, page }: HistoryView): ShopHistoryQuery {
  return {
    ...(status && { status }),
    ...(code && { code }),
    ...(sub && { sub }),
    ...(dateFrom && { date_from: dateFrom }),
    ...(dateTo && { date_to: dateTo }),
    ...toPageQuery(page),
  };
}

/** Formats the view as the query of the page's URL, with `?`; "" for all claims. */
export const formatHistorySearch = (view: HistoryView): string => formatSearch(toHistoryQuery(view));

/** Whether any filter is set. */
export const isHistoryFiltered = ({ page: _page, ...filters }: HistoryView): boolean =>
  Object.values(filters).some(Boolean);
