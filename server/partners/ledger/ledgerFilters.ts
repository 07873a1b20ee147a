import * as v from 'valibot';
import { ACCRUAL_STATES, LEDGER_KINDS } from '#core/contract/account/referral.ts';
import { WITHDRAWAL_STATUSES } from '#core/contract/account/withdrawals.ts';
import { dayFilter } from '#server/accounts/claims/claimFilters.ts';
import { parseQuery, type Query } from '#server/platform/http/listPage.ts';

const LedgerQuery = v.object({
  kind: v.optional(v.picklist(LEDGER_KINDS)),
  /** The state of an accrual, or the status of a withdrawal. */
  status: v.optional(
    v.picklist([...ACCRUAL_STATES, ...WITHDRAWAL_STATUSES.map(status => `${status}` as const)]),
  ),
  date_from: v.optional(dayFilter),
  date_to: v.optional(dayFilter),
});
type LedgerQuery = v.InferOutput<typeof LedgerQuery>;

/** Filters of a partner's ledger. */
export interface LedgerFilters extends Pick<LedgerQuery, 'kind' | 'status'> {
  /** Written at this time or later, milliseconds. */
  from: number | null;
  /** Written before this time, milliseconds. */
  before: number | null;
}

/** No filters: the whole ledger. */
export const WHOLE_LEDGER: LedgerFilters = { from: null, before: null };

/** Parses the query of a ledger. 400 for the first invalid parameter. Empty parameters count as missing. */
export function parseLedgerQuery(query: Query): LedgerFilters {
  const { date_from, date_to, ...filters } = parseQuery(LedgerQuery, query);
  return { ...filters, from: date_from?.start ?? null, before: date_to?.end ?? null };
}
