import * as v from 'valibot';
import { SHOP_SUB_PATTERN } from '#core/contract/account/shop.ts';
import { CLAIM_STATUSES, type ClaimStatusCode } from '#core/claim/status.ts';
import { parseDayRange } from '#core/exchange/exchangeDay.ts';
import { parseListPage, type ListPage } from '../../http/listPage.ts';
import { createFieldProblem, type ProblemResult } from '../../http/problemResult.ts';

const day = v.pipe(
  v.string(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const parsed = parseDayRange(value);
    if (parsed) return parsed;
    addIssue({ message: 'no such day' });
    return NEVER;
  }),
);

const ShopClaimQuery = v.object({
  status: v.optional(v.picklist(CLAIM_STATUSES)),
  code: v.optional(v.pipe(v.string(), v.regex(/^[A-Z2-9]{8}$/i), v.toUpperCase())),
  sub: v.optional(v.pipe(v.string(), v.regex(SHOP_SUB_PATTERN))),
  date_from: v.optional(day),
  date_to: v.optional(day),
});

/** What the list of a partner's claims is narrowed by; times in milliseconds. */
export interface ShopClaimFilters {
  status?: ClaimStatusCode | undefined;
  code?: string | undefined;
  sub?: string | undefined;
  createdFrom: number | null;
  createdBefore: number | null;
}

/** Parses the query of the history. 400 names the first invalid parameter. Empty parameters count as missing. */
export function parseShopClaimQuery(
  query: Readonly<Record<string, string>>,
): { ok: true; filters: ShopClaimFilters; page: ListPage } | ProblemResult {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(ShopClaimQuery, given);
  if (!parsed.success)
    return createFieldProblem({ [v.getDotPath(parsed.issues[0]) ?? 'status']: { code: 'body_invalid' } });
  const page = parseListPage(given);
  if (!page.ok) return page;
  const { date_from, date_to, ...filters } = parsed.output;
  const createdFrom = date_from?.start ?? null;
  return {
    ok: true,
    filters: { ...filters, createdFrom, createdBefore: date_to?.end ?? null },
    page: page.page,
  };
}
