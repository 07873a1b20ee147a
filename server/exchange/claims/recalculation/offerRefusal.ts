import { findCardOfClaim, parseStoredRequisites } from '../storedRequisites.ts';
import type { OfferRefusal } from '#core/contract/claim.ts';
import type { ExchangeContext } from '../../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { isCardApproved } from '../../requisites/cardApproval.ts';
import { getCardVerificationThreshold } from '../../requisites/cardVerificationThreshold.ts';
import { isErased } from '../retention/eraseRequisites.ts';
import { loadClaimCurrencies, loadClaimPair, type StoredRecalculation } from './recalculation.ts';

/**
 * Returns why an offer cannot be accepted: it has expired, the payout requisites are erased, its amounts are outside
 * the limits of a new claim, or they need a verified card. Null if it can be accepted. The reserve is checked when the
 * offer is applied.
 */
export async function findOfferRefusal(
  { now, keys }: ExchangeContext,
  db: Db,
  claim: ClaimRow,
  { from_amount, to_amount, expires_at }: StoredRecalculation,
): Promise<OfferRefusal | null> {
  if (expires_at === null || expires_at <= BigInt(now())) return 'expired';
  if (Object.values(parseStoredRequisites(claim.to_requisites)).some(isErased)) return 'requisites_erased';
  const { from, to, decimals } = await loadClaimCurrencies(db, claim);
  const pair = await loadClaimPair(db, claim);
  const getMin = ({ min, min_verification }: typeof from) =>
    claim.verification === 1n ? (min_verification ?? min) : min;
  if (from_amount < getMin(from) || to_amount < getMin(to)) return 'below_min';
  const exceeds = (amount: bigint, max: bigint | null | undefined) => max != null && amount > max;
  if (exceeds(from_amount, from.max) || exceeds(from_amount, pair?.max) || exceeds(to_amount, to.max))
    return 'above_max';
  const threshold = getCardVerificationThreshold({ ...from, decimals: decimals.from });
  const isCardNeeded = claim.verification === 1n || (threshold !== null && from_amount >= threshold);
  if (!isCardNeeded) return null;
  const cardNumber = findCardOfClaim(claim)?.number ?? null;
  return (await isCardApproved(db, keys, cardNumber, now())) ? null : 'card_unverified';
}
