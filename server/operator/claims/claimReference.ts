import type { ClaimReference } from '#core/contract/operator/claims.ts';

/** Builds the reference to the claim of a row that joins it; null without a claim. */
export const toClaimReference = (id: string | null, publicNumber: string | null): ClaimReference | null =>
  id === null || publicNumber === null ? null : { id, publicNumber };
