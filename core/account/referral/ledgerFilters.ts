import { ACCRUAL_STATES, LEDGER_KINDS } from '../../contract/account/referral.ts';
import { WITHDRAWAL_STATUSES } from '../../contract/account/withdrawals.ts';
import { parseDay } from '../../exchange/exchangeDay.ts';
import { defineFilters } from '../listFilters.ts';

const STATUSES: readonly string[] = [...ACCRUAL_STATES, ...WITHDRAWAL_STATUSES.map(String)];

/** Filters of the ledger. `status`: state of an accrual or status of a withdrawal; dates are days, YYYY-MM-DD. */
export const ledgerFilters = defineFilters({
  kind: ['kind', text => LEDGER_KINDS.find(kind => kind === text) ?? null],
  status: ['status', text => STATUSES.find(status => status === text) ?? null],
  dateFrom: ['date_from', parseDay],
  dateTo: ['date_to', parseDay],
});
export type LedgerView = ReturnType<typeof ledgerFilters.parse>;
