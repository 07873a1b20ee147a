import type { SelectQueryBuilder } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { Db, DatabaseSchema } from '#server/platform/database/schema.ts';
import { whereDays, type DayFilters } from '#server/platform/lists/dayFilters.ts';

/** Filters of a list of a partner's claims. */
export interface ReferralFilters extends DayFilters {
  status?: readonly ClaimStatusCode[] | undefined;
  code?: string | undefined;
  sub?: string | undefined;
}

type Referrals = SelectQueryBuilder<DatabaseSchema, 'claim_referrals', object>;

/** Selects the claims of a partner that match the filters, without a join: a row has a copy of its claim's status. */
export function selectReferrals(
  db: Db,
  partnerId: string,
  { status, code, sub, ...days }: ReferralFilters,
): Referrals {
  const ofPartner = db.selectFrom('claim_referrals').where('partner_id', '=', partnerId);
  let query = whereDays(ofPartner, 'created_at', days);
  const [onlyStatus] = status ?? [];
  if (onlyStatus !== undefined && status?.length === 1) query = query.where('status', '=', onlyStatus);
  else if (status) query = query.where('status', 'in', status);
  if (code !== undefined) query = query.where('code', '=', code);
  if (sub !== undefined) query = query.where('sub', '=', sub);
  return query;
}

/** The claims of a partner that match the filters, newest first, for `openList`. */
export const listReferrals = (...filtered: Parameters<typeof selectReferrals>) =>
  ({
    rows: selectReferrals(...filtered),
    order: { created_at: 'desc', claim_id: 'desc' },
    maxSortedLength: 1_000,
  }) as const;

/** Joins a part of the list with the data of its claims. Only the claims of the part are joined. */
export const joinClaims = (db: Db, part: Referrals) =>
  db
    // Only columns of the status index: a late page does not read the rows of the pages before.
    .selectFrom(part.select(['claim_id', 'created_at']).as('range'))
    .innerJoin('claim_referrals as referral', 'referral.claim_id', 'range.claim_id')
    .innerJoin('claims', 'claims.id', 'referral.claim_id')
    .select(['referral.claim_id', 'referral.sub'])
    .orderBy('range.created_at', 'desc')
    .orderBy('range.claim_id', 'desc');
