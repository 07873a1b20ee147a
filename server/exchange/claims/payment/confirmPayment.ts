import type { ClaimStatus } from '#core/contract/claim.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import type { ExchangeContext } from '../../context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { loadClaimById } from '../findClaimById.ts';
import { transactOnClaim } from '../lockClaim.ts';
import {
  isIdempotencyKey,
  hashRequestBody,
  findIdempotentAnswer,
  buildAnswerInsert,
} from '../idempotency.ts';
import { createFieldProblem, createProblem, onRefusal } from '#server/platform/http/problem.ts';
import { prolongReportedPayment } from '../status/claimDeadline.ts';
import { transitionClaim } from '../status/transitionClaim.ts';
import { buildClaimStatus } from '../view/claimStatus.ts';

/**
 * Handles «Я оплатил»: waiting → claimed. A repetition while the claim is open changes nothing; with the same
 * Idempotency-Key it returns the first response.
 */
export async function confirmPayment(
  context: ExchangeContext,
  id: string,
  key: string | undefined,
): Promise<ClaimStatus> {
  if (key !== undefined && !isIdempotencyKey(key))
    throw createFieldProblem({ 'Idempotency-Key': { code: 'body_invalid' } });
  const hashes = hashRequestBody(context.keys, { id });
  return transactOnClaim(context.db, id, async trx => {
    const lookup = key === undefined ? null : await findIdempotentAnswer(trx, 'confirm', key, hashes);
    if (lookup?.found && !lookup.same) throw createProblem(409, 'idempotency_conflict');
    if (lookup?.found) return JSON.parse(lookup.answer) as ClaimStatus;
    const now = context.now();
    // A refusal is thrown before any write.
    const claim = await transitionClaim(context, trx, { id, to: 'claimed', actor: 'client', now }).catch(
      onRefusal(() => null),
    );
    if (!claim) return repeatConfirmation(context, trx, id);
    await prolongReportedPayment(trx, claim, now);
    const status = await buildClaimStatus(context, trx, await loadClaimById(trx, id));
    if (key !== undefined) {
      const answer = JSON.stringify(status);
      await buildAnswerInsert(trx, { scope: 'confirm', key, hashes, claimId: id, answer, at: now }).execute();
    }
    return status;
  });
}

/** Returns the current status if the client has confirmed before and the claim is open; else a 409. */
async function repeatConfirmation(context: ExchangeContext, trx: Db, id: string): Promise<ClaimStatus> {
  const claim = await loadClaimById(trx, id);
  const status = await buildClaimStatus(context, trx, claim);
  const wasConfirmed = status.history.some(event => event.status === 'claimed');
  if (!wasConfirmed || isClosedStatus(claim.status))
    throw createProblem(409, 'transition_forbidden', { status: claim.status });
  return status;
}
