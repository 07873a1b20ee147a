import * as v from 'valibot';
import { PARTNER_CODE_PATTERN, SUB_PATTERN } from '#core/contract/account/referralCode.ts';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { dayFilter } from '#server/accounts/claims/claimFilters.ts';
import { parseQuery, type Query } from '#server/platform/http/listPage.ts';
import type { ReferralFilters } from '../shopClaims/selectReferrals.ts';

const HistoryQuery = v.object({
  status: v.optional(v.picklist(CLAIM_STATUSES)),
  code: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(PARTNER_CODE_PATTERN))),
  sub: v.optional(v.pipe(v.string(), v.regex(SUB_PATTERN))),
  date_from: v.optional(dayFilter),
  date_to: v.optional(dayFilter),
});

/** Parses the query of the history. 400 for the first invalid parameter. Empty parameters count as missing. */
export function parseHistoryQuery(query: Query): ReferralFilters {
  const { status, date_from, date_to, ...filters } = parseQuery(HistoryQuery, query);
  return {
    ...filters,
    status: status && [status],
    createdFrom: date_from?.start,
    createdBefore: date_to?.end,
  };
}
