import { FIRST_CLAIM_REASONS, type ClaimReason, type FirstClaimReason } from '#core/claim/status.ts';

/** Builds the reason of a claim or an event for the API: one that every client knows, and the exact one. */
export function buildReason(reason: ClaimReason | null): {
  reason: FirstClaimReason | null;
  cause: ClaimReason | null;
} {
  const first = FIRST_CLAIM_REASONS.find(known => known === reason);
  return { reason: reason === null ? null : (first ?? 'manual'), cause: reason };
}
