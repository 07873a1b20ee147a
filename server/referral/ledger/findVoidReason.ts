import type { Kysely } from 'kysely';
import type { VoidReason } from '#core/contract/account/referral.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import { isAnyOf } from '../../database/isAnyOf.ts';
import type { ClaimReferralRow, PartnerRow } from '../../database/partnerRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { getMailbox } from '../../mail/recipients.ts';
import { isActivePartner } from '../partnerState.ts';
import { isPartnerNetwork } from './partnerNetworks.ts';

/** A completed claim, and who is to be paid for it. */
export interface AttributedClaim {
  claim: Pick<ClaimRow, 'id' | 'user_id' | 'email' | 'address_hash' | 'created_at'>;
  referral: Pick<ClaimReferralRow, 'requisite_hashes' | 'opener_hash'>;
  partner: PartnerRow;
}

/** Why a partner gets nothing for a claim, whatever its profit; null if it gets its share. */
export async function findVoidReason(
  trx: Kysely<DatabaseSchema>,
  attributed: AttributedClaim,
): Promise<Exclude<VoidReason, 'no_profit'> | null> {
  const { partner } = attributed;
  if (partner.user_id === null || !(await isActivePartner(trx, partner.id))) return 'partner_off';
  return (await isOwnClaim(trx, attributed, partner.user_id)) ? 'self' : null;
}

/** Whether the partner exchanges: the same account, e-mail, card or address, or network. */
async function isOwnClaim(
  trx: Kysely<DatabaseSchema>,
  { claim, referral, partner }: AttributedClaim,
  userId: string,
): Promise<boolean> {
  if (claim.user_id === userId) return true;
  const user = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  if (user && getMailbox(user.email) === getMailbox(claim.email)) return true;
  // A claim of the shop API was created from the shop's network: its client is who opened it.
  const address_hash = referral.opener_hash ?? claim.address_hash;
  if (await isPartnerNetwork(trx, partner.id, { ...claim, address_hash })) return true;
  const hashes = JSON.parse(referral.requisite_hashes ?? '[]') as string[];
  if (hashes.length === 0) return false;
  // Also a requisite that the partner has just deleted.
  const saved = await trx
    .selectFrom('saved_requisites')
    .select('id')
    .where('user_id', '=', userId)
    .where(isAnyOf(trx, 'value_hash', hashes))
    .executeTakeFirst();
  return saved !== undefined;
}
