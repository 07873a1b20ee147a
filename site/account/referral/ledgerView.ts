import {
  ACCRUAL_STATES,
  LEDGER_KINDS,
  WITHDRAWAL_STATUSES,
  type LedgerKind,
} from '#core/contract/account/referral.ts';
import type { LedgerQuery } from '#core/api/account/referral.ts';
import { parseDay } from '#core/exchange/exchangeDay.ts';

/** Lines on a page of the ledger. */
export const LEDGER_PAGE_SIZE = 20;

/** What the ledger shows, as the address of the page has it. */
export interface LedgerView {
  kind: LedgerKind | null;
  /** State of an accrual or status of a withdrawal. */
  status: string | null;
  dateFrom: string | null;
  dateTo: string | null;
  page: number;
}

const STATUSES: readonly string[] = [...ACCRUAL_STATES, ...WITHDRAWAL_STATUSES.map(String)];
const PAGE_PATTERN = /^[1-9]\d{0,5}$/;

/** Parses the address of the page. What is invalid is left out. */
export function parseLedgerView(search: string): LedgerView {
  const params = new URLSearchParams(search);
  const status = params.get('status');
  const page = params.get('page') ?? '';
  return {
    kind: LEDGER_KINDS.find(kind => kind === params.get('kind')) ?? null,
    status: status !== null && STATUSES.includes(status) ? status : null,
    dateFrom: parseDay(params.get('date_from')),
    dateTo: parseDay(params.get('date_to')),
    page: PAGE_PATTERN.test(page) ? Number(page) : 1,
  };
}

/** The query of a view for the API. */
export const toLedgerQuery = ({ kind, status, dateFrom, dateTo, page }: LedgerView): LedgerQuery => ({
  ...(kind && { kind }),
  ...(status && { status }),
  ...(dateFrom && { date_from: dateFrom }),
  ...(dateTo && { date_to: dateTo }),
  page: String(page),
  size: String(LEDGER_PAGE_SIZE),
});

/** Formats a view as the search of an address: "" or "?kind=accrual". */
export function formatLedgerSearch(view: LedgerView): string {
  const { size: _, page, ...filters } = toLedgerQuery(view);
  const params = new URLSearchParams(filters as Record<string, string>);
  if (page !== undefined && page !== '1') params.set('page', page);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Whether the view leaves lines out. */
export const isLedgerFiltered = ({ kind, status, dateFrom, dateTo }: LedgerView): boolean =>
  [kind, status, dateFrom, dateTo].some(value => value !== null);
