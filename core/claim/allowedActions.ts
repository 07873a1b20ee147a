import type { ClaimStatus } from '../contract/claim.ts';
import { getStatusActions } from './status.ts';
import type { ClaimAction } from './status.ts';

/** What the client can do with a claim now: as the server says, or by the table where another backend says nothing. */
export function getAllowedActions(claim: ClaimStatus): readonly ClaimAction[] {
  if (claim.can) return claim.can;
  const isRecalculationOffered = claim.recalculations.some(({ state }) => state === 'offered');
  return getStatusActions(claim.status, {
    isRecalculationOffered,
    isRefundDestinationKnown: claim.refundTo !== null,
  });
}
