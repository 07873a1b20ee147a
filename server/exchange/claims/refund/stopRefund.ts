import { hasRows } from '#server/platform/database/countRows.ts';
import { linkProblem } from '#server/platform/http/problem.ts';
import type { RefundStopResult } from '#core/contract/claim/refund.ts';
import { readAccountToken } from '#server/platform/keys/accountToken.ts';
import type { ExchangeContext } from '../../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { lockClaim } from '../lockClaim.ts';
import { findPendingOffer } from '../recalculation/recalculation.ts';
import { changeHoldReason, transitionClaim } from '../status/transitionClaim.ts';

/**
 * Puts a refund on hold by the button of its e-mail, until the operator decides. A repetition changes nothing. The
 * token has no expiry: until the money is sent, each e-mail about the refund can stop it.
 */
export async function stopRefund(
  context: ExchangeContext,
  id: string,
  token: string,
): Promise<RefundStopResult['outcome']> {
  const claimId = id.toLowerCase();
  if (readAccountToken(context.keys, 'refund', token) !== claimId) throw linkProblem;
  return runInTransaction(context.db, async trx =>
    stopLockedRefund(context, trx, await lockClaim(trx, claimId, linkProblem)),
  );
}

async function stopLockedRefund(
  context: ExchangeContext,
  trx: Db,
  { id, status, reason }: ClaimRow,
): Promise<RefundStopResult['outcome']> {
  if (status === 'refunded' || (status === 'refunding' && (await isRefundSent(trx, id)))) return 'sent';
  const dispute = { id, reason: 'refund_disputed', actor: 'client', now: context.now() } as const;
  // On hold with an offer for the client, there is no refund.
  if (status !== 'refunding' && (status !== 'hold' || (await findPendingOffer(trx, id)))) return 'none';
  if (status === 'refunding') await transitionClaim(context, trx, { ...dispute, to: 'hold' });
  else if (reason !== 'refund_disputed') await changeHoldReason(context, trx, dispute);
  return 'stopped';
}

/** Whether the operator has recorded the transfer, but not yet completed the claim. */
const isRefundSent = (trx: Db, id: string): Promise<boolean> =>
  hasRows(trx.selectFrom('payouts').where('claim_id', '=', id).where('kind', '=', 'refund'));
