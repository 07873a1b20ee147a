import { MAX_SEARCH_LENGTH, parseCode, STATUS_FILTERS } from '../account/claims/claimFilters.ts';
import { defineFilters } from '../account/listFilters.ts';
import { parseDay } from '../exchange/exchangeDay.ts';

/** Filters of all claims. `currency`: code of either side; `taken`: `me`; dates are days, YYYY-MM-DD. */
export const operatorClaimFilters = defineFilters({
  status: ['status', text => STATUS_FILTERS.find(status => status === text) ?? null],
  currency: ['currency', parseCode],
  taken: ['taken', text => (text === 'me' ? text : null)],
  dateFrom: ['date_from', parseDay],
  dateTo: ['date_to', parseDay],
  search: ['q', (text): string => (text ?? '').trim().slice(0, MAX_SEARCH_LENGTH), 'private'],
});
export type OperatorClaimView = ReturnType<typeof operatorClaimFilters.parse>;
