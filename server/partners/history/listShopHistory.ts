import type { ShopHistory, ShopHistoryClaim } from '#core/contract/account/shop.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { getClaimCurrencies, toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { CSV_BATCH_SIZE, readBatches } from '#server/platform/http/response/csv.ts';
import { buildPageFrame, parseListPage } from '#server/platform/http/listPage.ts';
import { formatFunds } from '../ledger/postEntry.ts';
import { isWaiting } from '../ledger/postAccrual.ts';
import { countReferrals, selectReferredClaims, type ReferralFilters } from '../shopClaims/selectReferrals.ts';
import { parseHistoryQuery } from './historyFilters.ts';

type ListContext = Pick<ExchangeContext, 'catalogue' | 'config' | 'db'>;

/** The partner of the claims, and the path of the list. */
export interface HistoryRequest {
  partnerId: string;
  query: Readonly<Record<string, string>>;
  /** For the addresses of the next and previous page. */
  path: string;
}

/** Lists a page of the claims that a partner has referred, newest first. 400 for an invalid parameter. */
export async function listShopHistory(
  context: ListContext,
  { partnerId, query, path }: HistoryRequest,
): Promise<ShopHistory> {
  const [filters, page] = [parseHistoryQuery(query), parseListPage(query)];
  const { config, db } = context;
  const total = await countReferrals(db, partnerId, filters);
  const rows = await selectRows(db, partnerId, filters, { ...page, total }).execute();
  const address = `${config.publicOrigin}${path}?${new URLSearchParams(query)}`;
  return {
    ...buildPageFrame(page, total, address),
    results: rows.map(row => buildHistoryClaim(context, row)),
  };
}

/** Reads the filtered list of a partner's claims in batches, newest first. */
export async function* readHistoryBatches(
  context: Pick<ExchangeContext, 'catalogue' | 'db'>,
  partnerId: string,
  filters: ReferralFilters,
): AsyncGenerator<ShopHistoryClaim[]> {
  const batches = readBatches((after: HistoryRow | undefined) =>
    selectRows(context.db, partnerId, filters, { size: CSV_BATCH_SIZE, after }).execute(),
  );
  for await (const rows of batches) yield rows.map(row => buildHistoryClaim(context, row));
}

const selectRows = (...args: Parameters<typeof selectReferredClaims>) =>
  selectReferredClaims(...args).select(eb => [
    'referral.claim_id',
    'referral.code',
    'referral.sub',
    'referral.host',
    'referral.income',
    'referral.created_at',
    'claims.number',
    'claims.public_number',
    'claims.status',
    'claims.from_id',
    'claims.to_id',
    'claims.from_amount',
    'claims.to_amount',
    eb
      .selectFrom('partner_entries')
      .select('partner_entries.reason')
      .whereRef('partner_entries.claim_id', '=', 'referral.claim_id')
      .where('partner_entries.kind', '=', 'accrual')
      .as('reason'),
  ]);

type HistoryRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** Builds a claim for its partner, without data of the client. */
function buildHistoryClaim(
  { catalogue }: Pick<ExchangeContext, 'catalogue'>,
  row: HistoryRow,
): ShopHistoryClaim {
  const { from, to } = getClaimCurrencies(catalogue, row);
  return {
    number: catalogue.getSetting('usePublicId') ? row.public_number : String(row.number),
    status: row.status,
    from: toClaimSide(from),
    to: toClaimSide(to),
    fromSumma: unitsToDecimal(row.from_amount, from.decimals),
    toSumma: unitsToDecimal(row.to_amount, to.decimals),
    income: row.income === null ? null : formatFunds(row.income),
    waiting: isWaiting(row),
    reason: row.reason,
    code: row.code,
    sub: row.sub,
    host: row.host,
    at: new Date(Number(row.created_at)).toISOString(),
  };
}
