import type { ClaimReason } from '#core/claim/status.ts';

/** Reasons that clients of the first API version reject. */
const LATER_REASONS: ReadonlySet<ClaimReason | null> = new Set(['refund_elsewhere', 'refund_disputed']);

/** Builds the reason of a claim or an event for the API: a generic one that all clients support, and the exact one. */
export const buildReason = (
  reason: ClaimReason | null,
): { reason: ClaimReason | null; cause: ClaimReason | null } => ({
  reason: LATER_REASONS.has(reason) ? 'manual' : reason,
  cause: reason,
});
