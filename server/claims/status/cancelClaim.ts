import type { ServerContext } from '../../context.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { notFoundProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';
import { transitionClaim } from './transitionClaim.ts';

/**
 * The client's own cancelling, while nothing has been paid; its reserve is free again. Null when the claim is cancelled
 * now, by this call or an earlier one; else why not, with the present status.
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
