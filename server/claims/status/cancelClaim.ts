import type { ServerContext } from '../../context.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { notFoundProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';
import { transitionClaim } from './transitionClaim.ts';

/**
 * Cancels a claim for its client, before payment, and releases its reserve. Returns null if the claim is cancelled, by
 * this call or an earlier one; else a 409 with the current status.
 */
export async function cancelClaim(context: ServerContext, id: string): Promise<ProblemResult | null> {
  const change = { id, to: 'cancelled', actor: 'client', now: context.now() } as const;
  const outcome = await transactIfOk(context.db, trx => transitionClaim(trx, change));
  if (outcome.ok) return null;
  if (outcome.code === 'not_found') return notFoundProblem;
  return outcome.status === 'cancelled'
    ? null
    : createProblem(409, 'transition_forbidden', { status: outcome.status });
}
