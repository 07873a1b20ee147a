import type { Transaction } from 'kysely';
import type { VerificationStatus } from '#core/contract/verification.ts';
import { assignPaymentTarget } from '../claims/payment/assignPaymentTarget.ts';
import { transitionClaim } from '../claims/status/transitionClaim.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow, DatabaseSchema } from '../database/schema.ts';
import { enqueueCardRejectedMail } from '../mail/outbox.ts';
import { getApprovalExpiry } from './cardApproval.ts';
import { listCurrentPhotos } from './verificationStatus.ts';
import { loadVerification, restartDeadline } from './submitVerification.ts';

/** What an operator says of a card; `reason` is a sentence for its owner. */
export type VerificationDecision = { approve: true } | { approve: false; reason: string };

/** The claim after the decision, or why there is none; `status` is what the verification is now. */
export type DecisionResult =
  | { ok: true; claim: ClaimRow }
  | { ok: false; code: 'not_found' }
  | { ok: false; code: 'transition_forbidden'; status: VerificationStatus };

/**
 * Decides on a verification that was sent in; `trx` is the caller's transaction, to be rolled back on a refusal. An
 * approval lets the claim that waits for it go on to be paid; a rejection leaves it there with a whole window of time for
 * new photos.
 */
export async function decideVerification(
  context: Pick<ServerContext, 'catalogue' | 'config' | 'secret'>,
  trx: Transaction<DatabaseSchema>,
  id: string,
  decision: VerificationDecision,
  now: number,
): Promise<DecisionResult> {
  const loaded = await loadVerification(trx, id, now);
  if (!loaded) return { ok: false, code: 'not_found' };
  if (loaded.status !== 'pending') return { ok: false, code: 'transition_forbidden', status: loaded.status };
  const lastPhotoAt = (await listCurrentPhotos(trx, loaded.row)).at(-1)?.at ?? 0n;
  // Never before a photo it is about, whatever the clock's grain.
  const decidedAt = lastPhotoAt > BigInt(now) ? lastPhotoAt : BigInt(now);
  await trx
    .updateTable('verifications')
    .set({
      status: decision.approve ? 'approved' : 'rejected',
      reason: decision.approve ? null : decision.reason,
      expires_at: decision.approve ? BigInt(getApprovalExpiry(now)) : null,
      decided_at: decidedAt,
      updated_at: BigInt(now),
    })
    .where('id', '=', id)
    .execute();
  const isClaimWaiting = loaded.claim.status === 'verification';
  if (isClaimWaiting && decision.approve) await proceedToPayment(context, trx, loaded.claim, now);
  if (isClaimWaiting && !decision.approve) await restartDeadline(trx, loaded.claim, now);
  const claim = await trx
    .selectFrom('claims')
    .selectAll()
    .where('id', '=', loaded.claim.id)
    .executeTakeFirstOrThrow();
  // The claim's status stays, so nothing else tells its owner.
  if (isClaimWaiting && !decision.approve)
    await enqueueCardRejectedMail(trx, claim, { id, reason: decision.reason, at: decidedAt });
  return { ok: true, claim };
}

/** Says where to pay and starts the payment window; without a requisite to give out the claim waits for one. */
async function proceedToPayment(
  context: Pick<ServerContext, 'catalogue' | 'config' | 'secret'>,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  now: number,
): Promise<void> {
  // Before the change of status, since its letter names the deadline.
  const nextStatus = (await assignPaymentTarget(context, trx, claim, now)) ? 'waiting' : 'requisites';
  const { id } = claim;
  const outcome = await transitionClaim(trx, {
    id,
    to: nextStatus,
    actor: 'operator',
    note: 'card approved',
    now,
  });
  if (!outcome.ok)
    throw new Error(`a claim whose card is approved could not become ${nextStatus}: ${outcome.code}`);
}
