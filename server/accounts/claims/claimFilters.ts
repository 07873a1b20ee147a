import * as v from 'valibot';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { parseQuery, type Query } from '#server/platform/http/listPage.ts';
import { parseDayRange } from '#core/exchange/exchangeDay.ts';
import { CLOSED_STATUSES, OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';

const code = v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9_]{2,20}$/), v.toUpperCase());
/** A day by Moscow time, as its begin and end. */
export const dayFilter = v.pipe(
  v.string(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const parsed = parseDayRange(value);
    if (parsed) return parsed;
    addIssue({ message: 'no such day' });
    return NEVER;
  }),
);

/** A status, or `open` or `closed` for the statuses of that group. */
export const statusFilter = v.pipe(
  v.picklist([...CLAIM_STATUSES, 'open', 'closed']),
  v.transform(name => (name === 'open' ? OPEN_STATUSES : name === 'closed' ? CLOSED_STATUSES : [name])),
);

const ClaimQuery = v.object({
  status: v.optional(statusFilter),
  cur_from: v.optional(code),
  cur_to: v.optional(code),
  date_from: v.optional(dayFilter),
  date_to: v.optional(dayFilter),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64))),
});
type ClaimQuery = v.InferOutput<typeof ClaimQuery>;

/** Filters of the list of an account's claims. */
export interface ClaimFilters extends Pick<ClaimQuery, 'status' | 'cur_from' | 'cur_to' | 'search'> {
  /** Created at this time or later, milliseconds. */
  createdFrom: number | null;
  /** Created before this time, milliseconds. */
  createdBefore: number | null;
}

/** All claims of an account. */
export const NO_FILTERS: ClaimFilters = { createdFrom: null, createdBefore: null };

/** Parses the query of a list of claims. 400 lists the first invalid parameter. Empty parameters count as missing. */
export function parseClaimQuery(query: Query): ClaimFilters {
  const { date_from, date_to, ...filters } = parseQuery(ClaimQuery, query);
  return { ...filters, createdFrom: date_from?.start ?? null, createdBefore: date_to?.end ?? null };
}
