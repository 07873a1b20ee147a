import { CLAIM_STATUSES } from '../../claim/status.ts';
import { PARTNER_CODE_PATTERN, SUB_PATTERN } from '../../contract/account/referralCode.ts';
import { parseDay } from '../../exchange/exchangeDay.ts';
import { defineFilters } from '../listFilters.ts';

/** Filters of the partner's claims. Dates are days, YYYY-MM-DD. */
export const historyFilters = defineFilters({
  status: ['status', text => CLAIM_STATUSES.find(status => status === text) ?? null],
  code: ['code', text => PARTNER_CODE_PATTERN.exec((text ?? '').toUpperCase())?.[0] ?? null],
  sub: ['sub', (text): string => SUB_PATTERN.exec(text ?? '')?.[0] ?? ''],
  dateFrom: ['date_from', parseDay],
  dateTo: ['date_to', parseDay],
});
export type HistoryView = ReturnType<typeof historyFilters.parse>;
