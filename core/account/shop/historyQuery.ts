import type { ShopHistoryQuery } from '../../api/account/shop.ts';
import { CLAIM_STATUSES, type ClaimStatusCode } from '../../claim/status.ts';
import { PARTNER_CODE_PATTERN, SUB_PATTERN } from '../../contract/account/referralCode.ts';
import { parseDay } from '../../exchange/exchangeDay.ts';
import { formatSearch, parsePageNumber, toPageQuery } from '../listQuery.ts';

/** What the history shows. Dates are days, YYYY-MM-DD; "" and null narrow nothing. */
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

/** Reads the page's address. Parameters that the server would refuse are ignored. */
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

/** The view as the server's query, without what narrows nothing. */
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

/** The view as the query of the page's address, with `?`; "" for all claims. */
export const formatHistorySearch = (view: HistoryView): string => formatSearch(toHistoryQuery(view));

/** Whether a filter narrows the history. */
export const isHistoryFiltered = ({ page: _page, ...filters }: HistoryView): boolean =>
  Object.values(filters).some(Boolean);
