import type { ServerContext } from '../../context.ts';
import { notFoundProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import { transitionClaim, type TransitionResult } from './transitionClaim.ts';

/**
 * Cancels a claim for its client, before payment, and releases its reserve. On hold, only a claim that was repriced
 * before its payment. Returns null if the claim is cancelled, by this call or an earlier one; else a 409 with the
 * current status.
 */
export async function cancelClaim(context: ServerContext, id: string): Promise<ProblemResult | null> {
  const change = { id, to: 'cancelled', actor: 'client', now: context.now() } as const;
  const outcome = await transactOnClaim(context.db, id, async (trx, claim): Promise<TransitionResult> => {
    return claim?.status === 'hold' && !(await isRepricedUnpaid(trx, claim))
      ? { ok: false, code: 'transition_forbidden', status: claim.status }
      : transitionClaim(trx, change);
  });
  if (outcome.ok) return null;
  if (outcome.code === 'not_found') return notFoundProblem;
  return outcome.status === 'cancelled'
    ? null
    : createProblem(409, 'transition_forbidden', { status: outcome.status });
}
