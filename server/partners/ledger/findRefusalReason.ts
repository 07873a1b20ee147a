import type { Kysely } from 'kysely';
import type { AccrualReason } from '#core/contract/account/referral.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { isAnyOf } from '#server/platform/database/isAnyOf.ts';
import type { ClaimReferralRow, PartnerRow } from '#server/platform/database/partnerRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { getMailbox } from '#server/platform/email/mailboxes.ts';
import { listClaimNetworks } from '../referral/claimNetworks.ts';
import { isActivePartner } from '../referral/partnerState.ts';
import { findPartnerNetworks } from './partnerNetworks.ts';

/** A completed claim, and the partner to be paid for it. */
export interface AttributedClaim {
  claim: Pick<ClaimRow, 'id' | 'user_id' | 'email' | 'address_hash' | 'created_at'>;
  referral: Pick<ClaimReferralRow, 'requisite_hashes' | 'opener_hash' | 'network_hashes'>;
  partner: PartnerRow;
}

/**
 * Returns why a partner gets nothing for a claim with a profit, or nothing yet (`not_opened`); null if it gets its
 * share. A claim that only the shop's servers have read counts as not opened.
 */
export async function findRefusalReason(
  trx: Kysely<DatabaseSchema>,
  attributed: AttributedClaim,
): Promise<Exclude<AccrualReason, 'no_profit' | 'never_opened'> | null> {
  const { claim, referral, partner } = attributed;
  if (partner.user_id === null || !(await isActivePartner(trx, partner.id))) return 'partner_off';
  const hashes = listClaimNetworks(claim, referral);
  const { isAccount, servers } = await findPartnerNetworks(trx, partner.id, { ...claim, hashes });
  if (isAccount || (await isOwnClaim(trx, attributed, partner.user_id))) return 'self';
  return hashes.every(hash => servers.has(hash)) ? 'not_opened' : null;
}

/** Whether the claim is the partner's own: the same account, e-mail, card or address. */
async function isOwnClaim(
  trx: Kysely<DatabaseSchema>,
  { claim, referral }: AttributedClaim,
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
