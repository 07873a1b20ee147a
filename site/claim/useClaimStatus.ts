import { useEffect, useState } from 'react';
import { fetchClaimStatus } from '#core/api/claim.ts';
import { ApiError } from '#core/api/apiError.ts';
import { isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import type { LocalClaims } from './local/localClaims.ts';

/** Server response about a claim: everything, the bare status (without the secret), or not found. */
export type ClaimLookup =
  | { phase: 'loading' }
  | { phase: 'open'; claim: ClaimStatus }
  | { phase: 'locked'; status: ClaimStatusCode }
  | { phase: 'notFound' };

/** Poll interval of a hidden tab, milliseconds. The widget polls more often, but only while it is visible. */
const HIDDEN_POLL_INTERVAL_MS = 15_000;

/**
 * Requests the claim, also after each `exchange-claim` event of the page's widget. Stores a secret that
 * opened the claim. Polls in a hidden tab, because the title contains the status. While the server does
 * not respond, the last data stay; the widget shows the error and keeps polling. `isGuest`: without a
 * secret, a login or logout changes what is visible.
 */
export function useClaimStatus(
  localClaims: LocalClaims,
  id: string,
  secret: string | null,
  isGuest: boolean,
): ClaimLookup {
  const [entry, setEntry] = useState<{ key: string; lookup: ClaimLookup }>({
    key: '',
    lookup: { phase: 'loading' },
  });
  const requestKey = `${id}#${secret ?? (isGuest ? '' : 'account')}`;
  useEffect(() => {
    let latestRequest = 0;
    let isUnmounted = false;
    let isFinal = false;
    let cancelTimer = () => {};
    const refresh = async () => {
      const requestNumber = ++latestRequest;
      const result = await fetchClaimLookup(localClaims, id, secret);
      // Ignore responses older than the latest request.
      if (!result || requestNumber !== latestRequest || isUnmounted) return;
      isFinal = isFinalLookup(result);
      setEntry({ key: requestKey, lookup: result });
    };
    const pollWhileHidden = () => {
      cancelTimer();
      if (!document.hidden || isFinal || isUnmounted) return;
      const poll = () => void refresh().then(pollWhileHidden);
      cancelTimer = localClaims.api.clock.setTimer(poll, HIDDEN_POLL_INTERVAL_MS);
    };
    const onClaimEvent = (event: Event) => {
      if ((event as CustomEvent<{ id: string }>).detail?.id === id) void refresh();
    };
    const onOnline = () => void refresh();
    void refresh();
    pollWhileHidden();
    document.addEventListener('exchange-claim', onClaimEvent);
    document.addEventListener('visibilitychange', pollWhileHidden);
    addEventListener('online', onOnline);
    return () => {
      isUnmounted = true;
      cancelTimer();
      document.removeEventListener('visibilitychange', pollWhileHidden);
      document.removeEventListener('exchange-claim', onClaimEvent);
      removeEventListener('online', onOnline);
    };
  }, [localClaims, id, secret, requestKey]);
  return entry.key === requestKey ? entry.lookup : { phase: 'loading' };
}

/** Whether the claim does not change any more. */
function isFinalLookup(lookup: ClaimLookup): boolean {
  if (lookup.phase === 'open') return isClosedStatus(lookup.claim.status);
  return lookup.phase === 'notFound' || (lookup.phase === 'locked' && isClosedStatus(lookup.status));
}

async function fetchClaimLookup(
  { api, claimStorage }: LocalClaims,
  id: string,
  secret: string | null,
): Promise<ClaimLookup | null> {
  try {
    const claim = await fetchClaimStatus(api, { id, secret, sentClaim: claimStorage.getSentClaim(id) });
    if (!('id' in claim)) return { phase: 'locked', status: claim.status };
    if (secret !== null && claimStorage.getSecret(id) === null)
      claimStorage.addClaim({ id, secret, number: claim.number, createdAt: claim.createdAt });
    if (isClosedStatus(claim.status)) claimStorage.markClosed(id);
    return { phase: 'open', claim };
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? { phase: 'notFound' } : null;
  }
}
