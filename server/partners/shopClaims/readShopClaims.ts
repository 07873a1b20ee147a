import * as v from 'valibot';
import { SUB_PATTERN } from '#core/contract/account/referralCode.ts';
import type { ShopClaimDetails, ShopClaims } from '#core/contract/shop.ts';
import { dayFilter, statusFilter } from '#server/accounts/claims/claimFilters.ts';
import { expireClaim, isClaimOverdue } from '#server/exchange/claims/status/claimExpiry.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { buildPageFrame, parseListPage, parseQuery, type Query } from '#server/platform/http/listPage.ts';
import type { ShopClient } from '../keys/authorizeShopKey.ts';
import { countReferrals, selectReferredClaims } from './selectReferrals.ts';
import { buildShopClaim, buildShopEvent, SHOP_CLAIM_COLUMNS } from './shopClaimView.ts';
import { countRows } from '#server/platform/database/countRows.ts';

/** What reading the claims of a shop needs. */
export type ReadContext = Pick<
  ExchangeContext,
  'catalogue' | 'claimSubscribers' | 'config' | 'db' | 'log' | 'now'
>;

/** A shop, and the mode of the key that reads its claims. */
type ShopOfKey = Pick<ShopClient, 'mode' | 'partner'>;

const ShopClaimQuery = v.object({
  status: v.optional(statusFilter),
  date_from: v.optional(dayFilter),
  date_to: v.optional(dayFilter),
  sub: v.optional(v.pipe(v.string(), v.regex(SUB_PATTERN))),
});

/** Lists a page of the claims of a shop, in the mode of its key, newest first. 400 for an invalid parameter. */
export async function listShopClaims(
  context: ReadContext,
  { mode, partner }: ShopClient,
  query: Query,
): Promise<ShopClaims> {
  const [filters, page] = [parseQuery(ShopClaimQuery, query), parseListPage(query)];
  const list = mode === 'live' ? listLiveClaims : listTestClaims;
  const { total, rows } = await list(context, partner.id, filters, page);
  const address = `${context.config.publicOrigin}/api/v1/shop/claims/?${new URLSearchParams(query)}`;
  return { ...buildPageFrame(page, total, address), results: rows.map(row => buildShopClaim(context, row)) };
}

type Filters = v.InferOutput<typeof ShopClaimQuery>;
type PageRange = { size: number; offset: number };

async function listLiveClaims(
  context: ReadContext,
  partnerId: string,
  { status, date_from, date_to, sub }: Filters,
  range: PageRange,
) {
  const filters = { status, sub, createdFrom: date_from?.start, createdBefore: date_to?.end };
  const total = await countReferrals(context.db, partnerId, filters);
  const rows = await selectReferredClaims(context.db, partnerId, filters, { ...range, total })
    .select([...SHOP_CLAIM_COLUMNS, 'referral.sub'])
    .execute();
  return { total, rows };
}

async function listTestClaims(
  context: ReadContext,
  partnerId: string,
  { status, date_from, date_to, sub }: Filters,
  { size, offset }: PageRange,
) {
  let query = context.db.selectFrom('test_claims').where('partner_id', '=', partnerId);
  if (status) query = query.where('status', 'in', status);
  if (date_from) query = query.where('created_at', '>=', BigInt(date_from.start));
  if (date_to) query = query.where('created_at', '<', BigInt(date_to.end));
  if (sub !== undefined) query = query.where('sub', '=', sub);
  const total = await countRows(query);
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(offset)
    .execute();
  return { total, rows };
}

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
