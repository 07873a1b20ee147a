import * as v from 'valibot';
import { SUB_PATTERN } from '#core/contract/account/referralCode.ts';
import type { ShopClaim, ShopClaimDetails } from '#core/contract/shop.ts';
import { statusFilter } from '#server/accounts/claims/selectClaims.ts';
import { expireClaim, isClaimOverdue } from '#server/exchange/claims/status/claimExpiry.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { dayFilters, whereDays } from '#server/platform/lists/dayFilters.ts';
import type { ListDefinition } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';
import type { ShopClient } from '../keys/authorizeShopKey.ts';
import { joinClaims, listReferrals } from './selectReferrals.ts';
import { buildShopClaim, buildShopEvent, SHOP_CLAIM_COLUMNS, type ShopClaimRow } from './shopClaimView.ts';

/** What reading the claims of a shop needs. */
export type ReadContext = Pick<
  ExchangeContext,
  'catalogue' | 'claimSubscribers' | 'config' | 'db' | 'log' | 'now'
>;

/** A shop, and the mode of the key that reads its claims. */
type ShopOfKey = Pick<ShopClient, 'mode' | 'partner'>;

const ShopClaimFilters = v.object({
  status: v.optional(statusFilter),
  ...dayFilters,
  sub: v.optional(v.pipe(v.string(), v.regex(SUB_PATTERN))),
});

/** The claims of a shop, in the mode of its key, newest first. */
export const shopClaimList: Pick<
  ListDefinition<ReadContext, ShopOfKey, v.InferOutput<typeof ShopClaimFilters>, ShopClaim>,
  'filters' | 'open'
> = {
  filters: ShopClaimFilters,
  open(context, { mode, partner }, filters) {
    const { db } = context;
    const build = (rows: readonly ShopClaimRow[]) => rows.map(row => buildShopClaim(context, row));
    if (mode === 'live')
      return openList({
        ...listReferrals(db, partner.id, filters),
        select: part => joinClaims(db, part).select(SHOP_CLAIM_COLUMNS),
        build,
      });
    const { status, sub, ...days } = filters;
    let rows = whereDays(
      db.selectFrom('test_claims').where('partner_id', '=', partner.id),
      'created_at',
      days,
    );
    if (status) rows = rows.where('status', 'in', status);
    if (sub !== undefined) rows = rows.where('sub', '=', sub);
    return openList({
      rows,
      order: { created_at: 'desc', id: 'desc' },
      select: part => part.selectAll(),
      build,
    });
  },
};

/** Finds a claim of a shop, in the mode of its key, with its history. Null for any other claim. */
export async function findShopClaim(
  context: ReadContext,
  { mode, partner }: ShopOfKey,
  id: string,
): Promise<ShopClaimDetails | null> {
  const row = await (mode === 'live' ? loadLiveRow : loadTestRow)(context, partner.id, id);
  if (!row) return null;
  const events = await (mode === 'live' ? loadLiveEvents : loadTestEvents)(context, id);
  return { ...buildShopClaim(context, row), history: events.map(buildShopEvent) };
}

/** Reads a claim like `findShopClaim`; 404 for any other claim. */
export async function readShopClaim(
  context: ReadContext,
  shop: ShopOfKey,
  id: string,
): Promise<ShopClaimDetails> {
  const claim = await findShopClaim(context, shop, id);
  if (!claim) throw notFoundProblem;
  return claim;
}

/** Loads the row of a live claim, which expires if it is overdue. */
async function loadLiveRow(context: ReadContext, partnerId: string, id: string) {
  const load = () =>
    context.db
      .selectFrom('claim_referrals')
      .innerJoin('claims', 'claims.id', 'claim_referrals.claim_id')
      .select([...SHOP_CLAIM_COLUMNS, 'claim_referrals.sub'])
      .where('claim_referrals.claim_id', '=', id)
      .where('claim_referrals.partner_id', '=', partnerId)
      .executeTakeFirst();
  const row = await load();
  if (!row || !isClaimOverdue(row, context.now())) return row;
  await expireClaim(context, row);
  return load();
}

function loadTestRow({ db }: ReadContext, partnerId: string, id: string) {
  return db
    .selectFrom('test_claims')
    .selectAll()
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
}

function loadLiveEvents({ db }: ReadContext, id: string) {
  return db
    .selectFrom('claim_events')
    .select(['to_status as status', 'reason', 'at'])
    .where('claim_id', '=', id)
    .orderBy('id')
    .execute();
}

function loadTestEvents({ db }: ReadContext, id: string) {
  return db
    .selectFrom('test_claim_events')
    .select(['status', 'reason', 'at'])
    .where('claim_id', '=', id)
    .orderBy('id')
    .execute();
}
