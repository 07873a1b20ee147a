import type { Selectable } from 'kysely';
import { type Units, decimalToUnits } from '#core/exchange/amount.ts';
import { REFERRAL_DECIMALS, type Reckoning } from '#core/contract/account/referral.ts';
import { loadClaimCurrencies } from '#server/exchange/claims/recalculation/recalculation.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { PartnerEntryRow } from '#server/platform/database/partnerRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { decideAccrual, findClaimEntry, postAccrual, recordAccrualEvent, isWaiting } from './postAccrual.ts';
import { lockFunds, postEntry } from './postEntry.ts';
import { loadReferralTerms } from './referralSettings.ts';
import { calculateProfitShare, type ProfitShare } from './calculateProfitShare.ts';

/**
 * Credits the partner of a claim with its share of the profit, in the transaction that completes the claim: `exchanged`
 * units sent. Without a profit, for a partner's own claim or a partner that is switched off, the line is void: its
 * amount is 0. The accrual of an unopened claim is pending. A claim has one accrual; the claim is locked.
 */
export async function accrueClaim(trx: Db, claim: ClaimRow, exchanged: Units, now: number): Promise<void> {
  const referral = await trx
    .selectFrom('claim_referrals')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .executeTakeFirst();
  if (!referral || (await findClaimEntry(trx, claim.id, 'accrual'))) return;
  const { percent } = await loadReferralTerms(trx);
  const currencies = await loadClaimCurrencies(trx, claim);
  const profitShare = calculateProfitShare({ claim, currencies, exchanged, percent });
  const reason = await decideAccrual(trx, { claim, referral, profitShare });
  const { partner_id: partnerId } = referral;
  await postAccrual(trx, { claimId: claim.id, partnerId, reason, profitShare }, now);
}

/**
 * Reverses the accrual of a claim whose money was refunded. `reason`: a sentence for the partner. Returns the reversal,
 * or the void line of a pending accrual; null if there is none to reverse.
 */
export async function reverseAccrual(
  trx: Db,
  claimId: string,
  { reason, now }: { reason: string; now: number },
): Promise<Selectable<PartnerEntryRow> | null> {
  const voided = await voidWaitingAccrual(trx, claimId, { reason, now });
  if (voided) return voided;
  const found = await findClaimEntry(trx, claimId, 'accrual');
  if (!found || found.amount === 0n) return null;
  await lockFunds(trx, found.partner_id, now);
  if (await findClaimEntry(trx, claimId, 'reversal')) return null;
  const entry = await postEntry(trx, {
    partner_id: found.partner_id,
    kind: 'reversal',
    amount: -found.amount,
    claim_id: claimId,
    reason,
    available_at: found.available_at,
    at: BigInt(now),
  });
  await recordAccrualEvent(trx, entry);
  return entry;
}

// A claim that only its shop's servers have read may be the shop's own. Its line has the amount 0 and the reason
// `not_opened`. The decision deletes this line and adds a new one: lines with an amount never change.

/** Decides the pending accrual of a locked claim that has been opened, by the terms of its completion. */
export async function settleWaitingAccrual(trx: Db, claim: ClaimRow, now: number): Promise<void> {
  const entry = await findClaimEntry(trx, claim.id, 'accrual');
  if (!entry || !isWaiting(entry)) return;
  const referral = await trx
    .selectFrom('claim_referrals')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .executeTakeFirstOrThrow();
  const reason = await decideAccrual(trx, { claim, referral, profitShare: parseProfitShare(entry) });
  if (reason !== 'not_opened') await replaceWaitingAccrual(trx, entry, { reason, now });
}

/** Voids the accrual of a locked claim if it is pending. `reason`: code or sentence. Returns its line, else null. */
export async function voidWaitingAccrual(
  trx: Db,
  claimId: string,
  { reason, now }: { reason: string; now: number },
): Promise<Selectable<PartnerEntryRow> | null> {
  const entry = await findClaimEntry(trx, claimId, 'accrual');
  return entry && isWaiting(entry) ? replaceWaitingAccrual(trx, entry, { reason, now }) : null;
}

async function replaceWaitingAccrual(
  trx: Db,
  entry: Selectable<PartnerEntryRow>,
  { reason, now }: { reason: string | null; now: number },
): Promise<Selectable<PartnerEntryRow>> {
  const { id, partner_id: partnerId, claim_id: claimId } = entry;
  if (claimId === null) throw new Error(`Accrual ${id} has no claim`);
  await lockFunds(trx, partnerId, now);
  await trx.deleteFrom('partner_entries').where('id', '=', id).where('amount', '=', 0n).execute();
  return postAccrual(trx, { claimId, partnerId, reason, profitShare: parseProfitShare(entry) }, now);
}

function parseProfitShare({ reckoning }: Selectable<PartnerEntryRow>): ProfitShare | null {
  if (reckoning === null) return null;
  const parsed = JSON.parse(reckoning) as Reckoning;
  return { reckoning: parsed, amount: decimalToUnits(parsed.summa, REFERRAL_DECIMALS) };
}
