import { fetchAccountClaims } from '#core/api/account/accountClaims.ts';
import { isMissingData } from '#core/loadFailure.ts';
import { isTokenRejected } from '#core/api/authorizedClient.ts';
import type { ApiClient } from '#core/api/client.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import { isDetailedClaim } from '#core/contract/account/accountClaim.ts';

/**
 * The account's latest open claim. `isAccountSearched`: false for a guest, after the end of the session, or if the
 * backend cannot list claims.
 */
export type AccountSearch =
  | { phase: 'found'; id: string; createdAt: string }
  | { phase: 'none'; isAccountSearched: boolean }
  | { phase: 'unknown' };

/** Requests the claims. A backend without the filter sends its newest claims. Rejects with ApiError. */
export async function searchAccountClaims(api: ApiClient): Promise<AccountSearch> {
  try {
    const { results } = await fetchAccountClaims(api, { status: 'open' });
    const latest = results.filter(isDetailedClaim).find(({ status }) => !isClosedStatus(status));
    return latest ? { phase: 'found', ...latest } : { phase: 'none', isAccountSearched: true };
  } catch (error) {
    if (!isTokenRejected(error) && !isMissingData(error)) throw error;
    return { phase: 'none', isAccountSearched: false };
  }
}
