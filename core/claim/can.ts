import type { ClaimStatus } from '../contract/claim.ts';
import { actions } from './status.ts';
import type { Action } from './status.ts';

/** What the client can do with a claim now: as the server says, or by the table where another backend says nothing. */
export function can(claim: ClaimStatus): readonly Action[] {
  if (claim.can) return claim.can;
  const offered = claim.recalculations.some(({ state }) => state === 'offered');
  return actions(claim.status, { offered, refundKnown: claim.refundTo !== null });
}
