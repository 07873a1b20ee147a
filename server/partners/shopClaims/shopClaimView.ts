import type { ClaimEvent } from '#core/contract/claim.ts';
import type { ShopClaim } from '#core/contract/shop.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { buildReason } from '#server/exchange/claims/view/claimReason.ts';
import { getClaimCurrencies, toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { TestClaimEventRow, TestClaimRow } from '#server/platform/database/shopRows.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import { getClaimNumber } from '#server/exchange/claims/claimNumber.ts';

/** The columns of a claim for its shop: none of them contains data of the client. */
export const SHOP_CLAIM_COLUMNS = [
  'claims.id',
  'claims.number',
  'claims.public_number',
  'claims.status',
  'claims.reason',
  'claims.from_id',
  'claims.to_id',
  'claims.from_amount',
  'claims.to_amount',
  'claims.course',
  'claims.deadline',
  'claims.created_at',
  'claims.updated_at',
] as const;

/** The columns that claims of both modes have. */
type SharedRow = Omit<TestClaimRow, 'partner_id' | 'idempotency_key' | 'body_hash'>;

/** The row of a claim (`SHOP_CLAIM_COLUMNS` and its sub), or of a test claim, which has no number. */
export type ShopClaimRow = SharedRow & (Pick<ClaimRow, 'number' | 'public_number'> | { number?: never });

type ViewContext = Pick<ExchangeContext, 'catalogue'>;

/** Length of a test claim's number after its e-mail. */
const TEST_NUMBER_LENGTH = 8;

/** Returns the number and the mode of a claim. The number of a test claim differs from those of all claims. */
function getNumber({ catalogue }: ViewContext, row: ShopClaimRow): Pick<ShopClaim, 'number' | 'mode'> {
  if (row.number === undefined)
    return { number: `T${row.id.slice(0, TEST_NUMBER_LENGTH).toUpperCase()}`, mode: 'test' };
  return {
    number: getClaimNumber(catalogue, row),
    mode: 'live',
  };
}

/** Builds a claim for its shop. */
export function buildShopClaim({ catalogue }: ViewContext, row: ShopClaimRow): ShopClaim {
  const { from, to } = getClaimCurrencies(catalogue, row);
  return {
    id: row.id,
    ...getNumber({ catalogue }, row),
    status: row.status,
    ...buildReason(row.reason),
    from: toClaimSide(from),
    to: toClaimSide(to),
    fromSumma: unitsToDecimal(row.from_amount, from.decimals),
    toSumma: unitsToDecimal(row.to_amount, to.decimals),
    course: row.course,
    sub: row.sub,
    deadline: formatInstantOrNull(row.deadline),
    createdAt: formatInstant(row.created_at),
    updatedAt: formatInstant(row.updated_at),
  };
}

/** Builds a status of a claim's history. */
export const buildShopEvent = ({
  status,
  reason,
  at,
}: Pick<TestClaimEventRow, 'status' | 'reason' | 'at'>): ClaimEvent => ({
  status,
  ...buildReason(reason),
  at: formatInstant(at),
});
