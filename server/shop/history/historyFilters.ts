import * as v from 'valibot';
import { PARTNER_CODE_PATTERN, SUB_PATTERN } from '#core/contract/account/referralCode.ts';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { dayFilter } from '../../accounts/claims/claimFilters.ts';
import { parseListQuery, type ListPage, type Query } from '../../http/listPage.ts';
import type { ProblemResult } from '../../http/problemResult.ts';
import type { ReferralFilters } from '../claims/selectReferrals.ts';

const HistoryQuery = v.object({
  status: v.optional(v.picklist(CLAIM_STATUSES)),
  code: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(PARTNER_CODE_PATTERN))),
  sub: v.optional(v.pipe(v.string(), v.regex(SUB_PATTERN))),
  date_from: v.optional(dayFilter),
  date_to: v.optional(dayFilter),
});

/** Parses the query of the history. 400 names the first invalid parameter. Empty parameters count as missing. */
export function parseHistoryQuery(
  query: Query,
): { ok: true; filters: ReferralFilters; page: ListPage } | ProblemResult {
  const parsed = parseListQuery(HistoryQuery, query);
  if (!parsed.ok) return parsed;
  const { status, date_from, date_to, ...filters } = parsed.output;
  return {
    ok: true,
    filters: {
      ...filters,
      status: status && [status],
      createdFrom: date_from?.start,
      createdBefore: date_to?.end,
    },
    page: parsed.page,
  };
}
