import type { Selectable } from 'kysely';
import type { AccrualReason } from '#core/contract/account/referral.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { ClaimReferralRow, PartnerEntryRow } from '#server/platform/database/partnerRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import { getMailbox } from '#server/platform/email/mailboxes.ts';
import { recordPartnerEvent } from '../referral/partnerEvents.ts';
import { formatFunds, lockFunds, postEntry } from './postEntry.ts';
import type { ProfitShare } from './calculateProfitShare.ts';
import { loadReferralTerms } from './referralSettings.ts';
import { listClaimNetworks } from '../referral/claimNetworks.ts';
import { isActivePartner } from '../referral/partnerState.ts';
import { findPartnerNetworks } from './partnerNetworks.ts';

/** A completed claim, its attribution, and the profit share. */
export interface AccruableClaim {
  claim: ClaimRow;
  referral: Selectable<ClaimReferralRow>;
  profitShare: ProfitShare | null;
}

/** Finds the accrual of a claim, or its reversal. */
export const findClaimEntry = (
  db: Db,
  claimId: string,
  kind: 'accrual' | 'reversal',
): Promise<Selectable<PartnerEntryRow> | undefined> =>
  db
    .selectFrom('partner_entries')
    .selectAll()
    .where('claim_id', '=', claimId)
    .where('kind', '=', kind)
    .executeTakeFirst();

/** Returns why a claim accrues nothing, or nothing yet; null if it accrues its share. */
export async function decideAccrual(
  trx: Db,
  { claim, referral, profitShare }: AccruableClaim,
): Promise<AccrualReason | null> {
  const reason = await findRefusalReason(trx, { claim, referral });
  if (reason !== null && reason !== 'not_opened') return reason;
  return profitShare?.amount ? reason : 'no_profit';
}

/** An accrual to post. `reason`: a code or a sentence for the partner; null: the accrual has its full amount. */
export interface NewAccrual extends Pick<AccruableClaim, 'profitShare'> {
  claimId: string;
  partnerId: string;
  reason: string | null;
}

/**
 * Posts the line of an accrual: with its amount, or with the amount 0 and a reason. It becomes available after the
 * hold. A pending accrual causes no event yet.
 */
export async function postAccrual(
  trx: Db,
  { claimId, partnerId, reason, profitShare }: NewAccrual,
  now: number,
): Promise<Selectable<PartnerEntryRow>> {
  const { holdMs } = await loadReferralTerms(trx);
  await lockFunds(trx, partnerId, now);
  const entry = await postEntry(trx, {
    partner_id: partnerId,
    kind: 'accrual',
    amount: reason === null && profitShare ? profitShare.amount : 0n,
    claim_id: claimId,
    reason,
    reckoning: profitShare && JSON.stringify(profitShare.reckoning),
    available_at: BigInt(now + holdMs),
    at: BigInt(now),
  });
  if (!isWaiting(entry)) await recordAccrualEvent(trx, entry);
  return entry;
}

/** Whether an accrual is pending until its claim is opened. */
export const isWaiting = ({ reason }: Pick<Selectable<PartnerEntryRow>, 'reason'>): boolean =>
  reason === ('not_opened' satisfies AccrualReason);

/** Records an event for statistics and webhooks about a new, void or reversed accrual. `summa` is never negative. */
export function recordAccrualEvent(trx: Db, entry: Selectable<PartnerEntryRow>): Promise<void> {
  const { id, partner_id, claim_id, amount, reason, available_at, at } = entry;
  const facts = { entry: Number(id), summa: formatFunds(amount < 0n ? -amount : amount) };
  const data =
    reason === null ? { ...facts, available_at: formatInstant(available_at) } : { ...facts, reason };
  return recordPartnerEvent(trx, {
    partner_id,
    kind: reason === null ? 'accrual.created' : 'accrual.voided',
    mode: 'live',
    claim_id,
    data,
    at,
  });
}

/**
 * Returns why a partner gets nothing for a claim with a profit, or nothing yet (`not_opened`); null if it gets its
 * share. A claim that only the shop's servers have read counts as not opened.
 */
async function findRefusalReason(
  trx: Db,
  { claim, referral }: Omit<AccruableClaim, 'profitShare'>,
): Promise<Exclude<AccrualReason, 'no_profit' | 'never_opened'> | null> {
  const partner = await trx
    .selectFrom('partners')
    .selectAll()
    .where('id', '=', referral.partner_id)
    .executeTakeFirstOrThrow();
  if (partner.user_id === null || !(await isActivePartner(trx, partner.id))) return 'partner_off';
  const hashes = listClaimNetworks(claim, referral);
  const { isAccount, servers } = await findPartnerNetworks(trx, partner.id, { ...claim, hashes });
  if (isAccount || (await isOwnClaim(trx, { claim, referral }, partner.user_id))) return 'self';
  return hashes.every(hash => servers.has(hash)) ? 'not_opened' : null;
}

/** Whether the claim is the partner's own: the same account, e-mail, card or address. */
async function isOwnClaim(
  trx: Db,
  { claim, referral }: Omit<AccruableClaim, 'profitShare'>,
  userId: string,
): Promise<boolean> {
  if (claim.user_id === userId) return true;
  const user = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  if (user && getMailbox(user.email) === getMailbox(claim.email)) return true;
  const hashes = JSON.parse(referral.requisite_hashes ?? '[]') as string[];
  if (hashes.length === 0) return false;
  // Includes a requisite that the partner has just deleted.
  const saved = await trx
    .selectFrom('saved_requisites')
    .select('id')
    .where('user_id', '=', userId)
    .where(isAnyOf(trx, 'value_hash', hashes))
    .executeTakeFirst();
  return saved !== undefined;
}
