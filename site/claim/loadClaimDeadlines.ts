import { fetchClaimStatus } from '#core/api/claim.ts';
import type { ApiClient } from '#core/api/client.ts';
import type { SavedClaim } from '#core/claim/claimModel.ts';
import { findMostUrgent, formatClaimDeadline } from './claimStatusText.ts';

/** Texts of the clients' deadlines by claim id, null without a deadline, and the most urgent claim. */
export interface ClaimDeadlines {
  texts: ReadonlyMap<string, string | null>;
  urgentId: string | undefined;
}

/** Loads the deadlines of this browser's claims. A claim that cannot be read is left out. */
export async function loadClaimDeadlines(
  api: ApiClient,
  claims: readonly SavedClaim[],
  signal: AbortSignal,
): Promise<ClaimDeadlines> {
  const results = await Promise.allSettled(claims.map(claim => fetchClaimStatus(api, claim, { signal })));
  const loaded = results.flatMap((result, index) => {
    const claim = claims[index];
    return claim && result.status === 'fulfilled' && 'deadline' in result.value
      ? [{ id: claim.id, status: result.value.status, deadline: result.value.deadline }]
      : [];
  });
  return {
    texts: new Map(loaded.map(claim => [claim.id, formatClaimDeadline(claim, api.clock.now())])),
    urgentId: findMostUrgent(loaded)?.id,
  };
}
