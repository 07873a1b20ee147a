import type { ClaimReason } from '#core/claim/status.ts';

/** Reasons that clients of the first version of the API refuse. */
const LATER_REASONS: ReadonlySet<ClaimReason | null> = new Set(['refund_elsewhere', 'refund_disputed']);

/** Builds the reason of a claim or an event for the API: one that every client knows, and the exact one. */
export const buildReason = (
  reason: ClaimReason | null,
): { reason: ClaimReason | null; cause: ClaimReason | null } => ({
  reason: LATER_REASONS.has(reason) ? 'manual' : reason,
  cause: reason,
});
