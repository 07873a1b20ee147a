import type { Kysely, Selectable } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import { loadClaimCurrencies } from '../../claims/recalculation/recalculation.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { PartnerEntryRow } from '../../database/partnerRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { recordPartnerEvent } from '../partnerEvents.ts';
import { findVoidReason } from './findVoidReason.ts';
import { formatFunds, lockFunds, postEntry } from './postEntry.ts';
import { loadReferralTerms } from './referralSettings.ts';
import { reckonProfit } from './reckonProfit.ts';

/**
 * Gives the partner of a claim its share of the profit, in the transaction that completes the claim: `exchanged` units
 * sent. Without a profit, for a partner's own claim or a partner that is switched off, the line is void: its sum is 0. A
 * claim has one accrual; the claim is locked.
 */
export async function accrueClaim(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  exchanged: Units,
  now: number,
): Promise<void> {
  const referral = await trx
    .selectFrom('claim_referrals')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .executeTakeFirst();
  if (!referral || (await findClaimEntry(trx, claim.id, 'accrual'))) return;
  const partner = await trx
    .selectFrom('partners')
    .selectAll()
    .where('id', '=', referral.partner_id)
    .executeTakeFirstOrThrow();
  const { percent, holdMs } = await loadReferralTerms(trx);
  const currencies = await loadClaimCurrencies(trx, claim);
  const reckoned = reckonProfit({ claim, currencies, exchanged, percent });
  const reason =
    (await findVoidReason(trx, { claim, referral, partner })) ?? (reckoned?.amount ? null : 'no_profit');
  await lockFunds(trx, partner.id, now);
  const entry = await postEntry(trx, {
    partner_id: partner.id,
    kind: 'accrual',
    amount: reason === null && reckoned ? reckoned.amount : 0n,
    claim_id: claim.id,
    withdrawal_id: null,
    reason,
    reckoning: reckoned && JSON.stringify(reckoned.reckoning),
    available_at: BigInt(now + holdMs),
    at: BigInt(now),
  });
  await recordAccrualEvent(trx, entry);
}

/**
 * Takes the accrual of a claim back, because its money was refunded. `reason`: a sentence for the partner. Returns the
 * reversal; null if there is none to take back.
 */
export async function reverseAccrual(
  trx: Kysely<DatabaseSchema>,
  claimId: string,
  { reason, now }: { reason: string; now: number },
): Promise<Selectable<PartnerEntryRow> | null> {
  const found = await findClaimEntry(trx, claimId, 'accrual');
  if (!found || found.amount === 0n) return null;
  await lockFunds(trx, found.partner_id, now);
  if (await findClaimEntry(trx, claimId, 'reversal')) return null;
  const entry = await postEntry(trx, {
    partner_id: found.partner_id,
    kind: 'reversal',
    amount: -found.amount,
    claim_id: claimId,
    withdrawal_id: null,
    reason,
    reckoning: null,
    available_at: found.available_at,
    at: BigInt(now),
  });
  await recordAccrualEvent(trx, entry);
  return entry;
}

/** Finds the accrual of a claim, or its reversal. */
export const findClaimEntry = (
  db: Kysely<DatabaseSchema>,
  claimId: string,
  kind: 'accrual' | 'reversal',
): Promise<Selectable<PartnerEntryRow> | undefined> =>
  db
    .selectFrom('partner_entries')
    .selectAll()
    .where('claim_id', '=', claimId)
    .where('kind', '=', kind)
    .executeTakeFirst();

/** Tells statistics and webhooks of a new accrual, of one that is void, or of a reversal. `summa` is never negative. */
function recordAccrualEvent(trx: Kysely<DatabaseSchema>, entry: Selectable<PartnerEntryRow>): Promise<void> {
  const { id, partner_id, claim_id, amount, reason, available_at, at } = entry;
  const facts = { entry: Number(id), summa: formatFunds(amount < 0n ? -amount : amount) };
  const data =
    reason === null
      ? { ...facts, available_at: new Date(Number(available_at)).toISOString() }
      : { ...facts, reason };
  return recordPartnerEvent(trx, {
    partner_id,
    kind: reason === null ? 'accrual.created' : 'accrual.voided',
    mode: 'live',
    claim_id,
    data,
    at,
  });
}
