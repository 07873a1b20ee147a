import type { Transaction } from 'kysely';
import { publishClaimChange } from '../claims/claimSubscribers.ts';
import { loadClaimById } from '../claims/findClaimById.ts';
import { restartVerificationDeadline } from '../claims/status/claimDeadline.ts';
import type { ExchangeContext } from '../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { proceedToPayment } from './approvedClaims.ts';
import { getApprovalExpiry } from '../requisites/cardApproval.ts';
import { getDraftExpiry, listCurrentPhotos } from './verificationStatus.ts';
import { loadVerification, type LoadedVerification } from './submitVerification.ts';

/** An operator's decision on a card; `reason` is a sentence for its owner. */
export type VerificationDecision = { approve: true } | { approve: false; reason: string };

/**
 * Decides on a pending verification. An approval moves the waiting claim to payment at the current course; a rejection
 * restarts the claim's deadline, so that the client has time for new photos. After the commit of an approval the caller
 * runs `payApprovedClaims`: claims may wait for a saved card. Returns the claim, null for a saved card. 409 with the
 * `status` of a verification that is not pending.
 */
export async function decideVerification(
  context: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  id: string,
  decision: VerificationDecision,
  now: number,
): Promise<ClaimRow | null> {
  const loaded = await loadVerification(trx, id, now);
  if (loaded.status !== 'pending')
    throw createProblem(409, 'transition_forbidden', { status: loaded.status });
  const lastPhotoAt = (await listCurrentPhotos(trx, loaded.row)).at(-1)?.at ?? 0n;
  // Photo times can be later than the clock (see addPhoto); the decision must not be earlier than its photos.
  const decidedAt = lastPhotoAt > BigInt(now) ? lastPhotoAt : BigInt(now);
  await trx
    .updateTable('verifications')
    .set({
      status: decision.approve ? 'approved' : 'rejected',
      reason: decision.approve ? null : decision.reason,
      expires_at: getDecisionExpiry(loaded, decision, now),
      decided_at: decidedAt,
      updated_at: BigInt(now),
    })
    .where('id', '=', id)
    .execute();
  if (!loaded.claim) {
    const rejection = decision.approve ? null : decision.reason;
    await publishClaimChange(context, trx, 'cardDecided', { verification: loaded.row, rejection, at: now });
    return null;
  }
  const isClaimWaiting = loaded.claim.status === 'verification';
  if (isClaimWaiting && decision.approve) await proceedToPayment(context, trx, loaded.claim, now);
  if (isClaimWaiting && !decision.approve) await restartVerificationDeadline(trx, loaded.claim, now);
  const claim = await loadClaimById(trx, loaded.claim.id);
  // The claim's status does not change, so no transition publishes the decision.
  if (isClaimWaiting && !decision.approve)
    await publishClaimChange(context, trx, 'decisionNeeded', {
      claim,
      messageId: `${id}.${decidedAt}`,
      at: decidedAt,
    });
  return claim;
}

/** Returns the expiry of the verification after the decision. A rejection of a claim's card expires with the claim. */
function getDecisionExpiry(
  { claim }: Pick<LoadedVerification, 'claim'>,
  { approve }: VerificationDecision,
  now: number,
): bigint | null {
  if (approve) return BigInt(getApprovalExpiry(now));
  return claim ? null : BigInt(getDraftExpiry(now));
}
