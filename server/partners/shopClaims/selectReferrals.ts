import { sql, type Kysely } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { countRows } from '#server/platform/database/countRows.ts';

/** Filters of a list of a partner's claims; times in milliseconds. */
export interface ReferralFilters {
  status?: readonly ClaimStatusCode[] | undefined;
  code?: string | undefined;
  sub?: string | undefined;
  createdFrom?: number | undefined;
  createdBefore?: number | undefined;
}

/** Maximum length of a list that is sorted completely. */
const MAX_SORTED_LENGTH = 1_000n;

/** A range of a list, newest first. `total`: length of the list, if known. `after`: the last claim before it. */
export interface ReferralRange {
  size: number;
  total?: number;
  offset?: number;
  after?: { created_at: bigint; claim_id: string } | undefined;
}

/** Selects the claims of a partner that match the filters, without a join: a row has a copy of its claim's status. */
function selectReferrals(
  db: Kysely<DatabaseSchema>,
  partnerId: string,
  { status, code, sub, createdFrom, createdBefore }: ReferralFilters,
) {
  let query = db.selectFrom('claim_referrals').where('partner_id', '=', partnerId);
  const [onlyStatus] = status ?? [];
  if (onlyStatus !== undefined && status?.length === 1) query = query.where('status', '=', onlyStatus);
  else if (status) query = query.where('status', 'in', status);
  if (code !== undefined) query = query.where('code', '=', code);
  if (sub !== undefined) query = query.where('sub', '=', sub);
  if (createdFrom !== undefined) query = query.where('created_at', '>=', BigInt(createdFrom));
  if (createdBefore !== undefined) query = query.where('created_at', '<', BigInt(createdBefore));
  return query;
}

/** Counts the claims of a partner that match the filters. */
export const countReferrals = (...args: Parameters<typeof selectReferrals>): Promise<number> =>
  countRows(selectReferrals(...args));

/** Selects a range of a partner's claims with their data, newest first. Only the claims of the range are joined. */
export function selectReferredClaims(
  db: Kysely<DatabaseSchema>,
  partnerId: string,
  filters: ReferralFilters,
  { size, total, offset = 0, after }: ReferralRange,
) {
  // With the index on the time, SQLite would read all claims to find a few. Sorting by an expression avoids that index.
  const isShort = total !== undefined && total <= MAX_SORTED_LENGTH;
  let range = selectReferrals(db, partnerId, filters)
    // Only columns of the status index: a late page does not read the rows of the pages before.
    .select(['claim_id', 'created_at'])
    .orderBy(isShort ? sql`created_at + 0` : 'created_at', 'desc')
    .orderBy('claim_id', 'desc')
    .limit(size)
    .offset(offset);
  if (after)
    range = range.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'claim_id'), '<', tuple(after.created_at, after.claim_id)),
    );
  return db
    .selectFrom(range.as('range'))
    .innerJoin('claim_referrals as referral', 'referral.claim_id', 'range.claim_id')
    .innerJoin('claims', 'claims.id', 'referral.claim_id')
    .orderBy('range.created_at', 'desc')
    .orderBy('range.claim_id', 'desc');
}
