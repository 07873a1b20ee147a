import { CLAIM_STATUSES, type ClaimStatusCode } from '../../claim/status.ts';
import { normalizeCode } from '../../exchange/currencyCode.ts';
import { parseDay } from '../../exchange/exchangeDay.ts';
import { defineFilters } from '../listFilters.ts';

/** A status, or all open or closed ones. */
export type StatusFilter = ClaimStatusCode | 'open' | 'closed';

/** Longest search that the server accepts, characters. */
export const MAX_SEARCH_LENGTH = 64;

/** The status filters that a list accepts. */
export const STATUS_FILTERS: readonly StatusFilter[] = [...CLAIM_STATUSES, 'open', 'closed'];

/** Parses a currency's code; null if it has another form. */
export const parseCode = (text: string | null): string | null => {
  const code = normalizeCode(text ?? '');
  return /^\w{2,20}$/.test(code) ? code : null;
};

/** Filters of the account's claims. `from`, `to`: currency codes; dates are days, YYYY-MM-DD. */
export const claimFilters = defineFilters({
  status: ['status', text => STATUS_FILTERS.find(status => status === text) ?? null],
  from: ['cur_from', parseCode],
  to: ['cur_to', parseCode],
  dateFrom: ['date_from', parseDay],
  dateTo: ['date_to', parseDay],
  search: ['search', (text): string => (text ?? '').trim().slice(0, MAX_SEARCH_LENGTH)],
});
export type ClaimListView = ReturnType<typeof claimFilters.parse>;
