import type { ExchangeContext } from '../../context.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import { transitionClaim } from './transitionClaim.ts';

/**
 * Cancels a claim for its client, before payment, and releases its reserve. A claim on hold must have been repriced
 * before its payment. A repetition has no effect; 409 with the current status in any other status.
 */
export async function cancelClaim(context: ExchangeContext, id: string): Promise<void> {
  await transactOnClaim(context.db, id, async (trx, claim) => {
    if (claim.status === 'cancelled') return;
    if (claim.status === 'hold' && !(await isRepricedUnpaid(trx, claim)))
      throw createProblem(409, 'transition_forbidden', { status: claim.status });
    await transitionClaim(context, trx, { id, to: 'cancelled', actor: 'client', now: context.now() });
  });
}
