import type { ClaimStatus } from '../contract/claim.ts';
import { getStatusActions, type ClaimAction } from './status.ts';

/** Actions that are allowed now: the server's list, or derived from the status if a backend sends none. */
export function getAllowedActions(claim: ClaimStatus): readonly ClaimAction[] {
  if (claim.can) return claim.can;
  const isRecalculationOffered = claim.recalculations.some(({ state }) => state === 'offered');
  return getStatusActions(claim.status, {
    isRecalculationOffered,
    isRefundDestinationKnown: claim.refundTo !== null,
  });
}
