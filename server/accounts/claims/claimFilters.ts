import * as v from 'valibot';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { parseListPage, type ListPage } from '../../http/listPage.ts';
import { createFieldProblem, type ProblemResult } from '../../http/problemResult.ts';
import { CLOSED_STATUSES, OPEN_STATUSES } from '../../claims/claimStatusSets.ts';

const DAY_MS = 86_400_000;

/** The exchange's days are those of Moscow, which has no daylight-saving time: three hours ahead of UTC. */
const DAY_START_UTC_MS = -3 * 3_600_000;

const code = v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9_]{2,20}$/), v.toUpperCase());
const date = v.pipe(
  v.string(),
  v.isoDate(),
  v.check(text => !Number.isNaN(Date.parse(text))),
);

/** A status, or `open` or `closed` for all of them. */
const status = v.pipe(
  v.picklist([...CLAIM_STATUSES, 'open', 'closed']),
  v.transform(name => (name === 'open' ? OPEN_STATUSES : name === 'closed' ? CLOSED_STATUSES : [name])),
);

const ClaimQuery = v.object({
  status: v.optional(status),
  cur_from: v.optional(code),
  cur_to: v.optional(code),
  date_from: v.optional(date),
  date_to: v.optional(date),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64))),
});
type ClaimQuery = v.InferOutput<typeof ClaimQuery>;

/** What the list of an account's claims is narrowed by. */
export interface ClaimFilters extends Pick<ClaimQuery, 'status' | 'cur_from' | 'cur_to' | 'search'> {
  /** Created at this time or later, milliseconds. */
  createdFrom: number | null;
  /** Created before this time, milliseconds. */
  createdBefore: number | null;
}

/** Parses the query of a list of claims. 400 names the first invalid parameter. Empty parameters count as missing. */
export function parseClaimQuery(
  query: Readonly<Record<string, string>>,
): { ok: true; filters: ClaimFilters; page: ListPage } | ProblemResult {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(ClaimQuery, given);
  if (!parsed.success)
    return createFieldProblem({ [v.getDotPath(parsed.issues[0]) ?? 'status']: { code: 'body_invalid' } });
  const page = parseListPage(given);
  if (!page.ok) return page;
  const { date_from, date_to, ...filters } = parsed.output;
  return {
    ok: true,
    filters: {
      ...filters,
      createdFrom: date_from === undefined ? null : Date.parse(date_from) + DAY_START_UTC_MS,
      createdBefore: date_to === undefined ? null : Date.parse(date_to) + DAY_START_UTC_MS + DAY_MS,
    },
    page: page.page,
  };
}
