import { sql } from 'kysely';
import type { ClaimChanges, ClaimSubscriber } from '#server/exchange/claims/claimSubscribers.ts';
import { hashClaimRequisites } from '#server/accounts/requisites/claimRequisites.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { loadExchange } from '#server/exchange/claims/payment/receivedTotal.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { buildAttribution } from './referral/attributeClaim.ts';
import { NOT_OPENED } from './referral/claimNetworks.ts';
import { accrueClaim, reverseAccrual, voidWaitingAccrual } from './ledger/accrueClaim.ts';
import { noteClaimNetwork } from './noteClaimNetwork.ts';
import { recordClaimStatus } from './referral/partnerEvents.ts';

/** The reason of a reversed accrual, shown to the partner. */
const REFUND_REASON = 'Деньги вернули клиенту';

/** Attributes claims to partners, records their statuses, and keeps the accruals of claims with a referral. */
export const createPartnerSubscriber = (
  context: Pick<ExchangeContext, 'db' | 'keys' | 'log' | 'now'>,
): ClaimSubscriber => ({
  buildCreationWrites(trx, { claim, isSimulated, requisites, source }) {
    if (claim.refferal === null) return [];
    const requisiteHashes = isSimulated ? [] : hashClaimRequisites(context.keys, requisites);
    return buildAttribution(trx, { ...claim, requisiteHashes }, source);
  },
  noteOwnerRequest: (claim, network) => noteClaimNetwork(context, claim, network),
  async statusChanged(trx, { claim, event }) {
    if (claim.refferal === null) return;
    await recordClaimStatus(trx, event);
    const now = Number(event.at);
    // After the locks of claims, reserves and promocodes, since many claims have the same partner.
    if (claim.status === 'completed')
      await accrueClaim(trx, claim, (await loadExchange(trx, claim)).exchanged, now);
    if (claim.status === 'refunded') await reverseAccrual(trx, claim.id, { reason: REFUND_REASON, now });
  },
  erased: erasePartnerTraces,
});

/** Erases what identifies the client of an erased claim, and voids an accrual that waits for its opening. */
async function erasePartnerTraces(trx: Db, { claim, at }: ClaimChanges['erased']): Promise<void> {
  if (claim.refferal === null) return;
  await trx
    .updateTable('claim_referrals')
    .set({
      requisite_hashes: null,
      utm: null,
      creator_hash: null,
      // Late money may reopen a claim. A claim created by the API then counts as not opened.
      opener_hash: sql<string | null>`case when opener_hash is null then null else ${NOT_OPENED} end`,
      network_hashes: null,
    })
    .where('claim_id', '=', claim.id)
    .execute();
  await voidWaitingAccrual(trx, claim.id, { reason: 'never_opened', now: at });
}
