import { ACCRUAL_STATES, LEDGER_KINDS, type LedgerKind } from '../../contract/account/referral.ts';
import { WITHDRAWAL_STATUSES } from '../../contract/account/withdrawals.ts';
import { parseDay } from '../../exchange/exchangeDay.ts';
import { formatSearch, parsePageNumber, toPageQuery } from '../listQuery.ts';

/** Query of the ledger: `page` from 1, `size`, and the filters (API extension) as the server names them. */
export type LedgerQuery = Readonly<
  Partial<Record<'page' | 'size' | 'kind' | 'status' | 'date_from' | 'date_to', string | undefined>>
>;

/** Filters of the ledger. Dates are days, YYYY-MM-DD; null means no filter. */
export interface LedgerFilters {
  kind: LedgerKind | null;
  /** State of an accrual or status of a withdrawal. */
  status: string | null;
  dateFrom: string | null;
  dateTo: string | null;
}

/** Filters and a page of the ledger, from 1. */
export interface LedgerView extends LedgerFilters {
  page: number;
}

const STATUSES: readonly string[] = [...ACCRUAL_STATES, ...WITHDRAWAL_STATUSES.map(String)];

/** Parses the query of the page's URL. Ignores parameters that the server would refuse. */
export function parseLedgerView(query: URLSearchParams): LedgerView {
  return {
    kind: LEDGER_KINDS.find(kind => kind === query.get('kind')) ?? null,
    status: STATUSES.find(status => status === query.get('status')) ?? null,
    dateFrom: parseDay(query.get('date_from')),
    dateTo: parseDay(query.get('date_to')),
    page: parsePageNumber(query.get('page')),
  };
}

/** Converts the view to the server's query, without unset filters. */
export function toLedgerQuery({ kind, status, dateFrom, dateTo, page }: LedgerView): LedgerQuery {
  return {
    ...(kind && { kind }),
    ...(status && { status }),
    ...(dateFrom && { date_from: dateFrom }),
    ...(dateTo && { date_to: dateTo }),
    ...toPageQuery(page),
  };
}

/** Formats the view as the query of the page's URL, with `?`; "" for all lines. */
export const formatLedgerSearch = (view: LedgerView): string => formatSearch(toLedgerQuery(view));

/** Whether any filter is set. */
export const isLedgerFiltered = ({ page: _page, ...filters }: LedgerView): boolean =>
  Object.values(filters).some(Boolean);
