import { useEffect, useState } from 'react';
import type { ApiClient } from '#core/api/client.ts';
import type { SavedClaim } from '#core/claim/claimModel.ts';
import { createLocalClaims } from '../local/localClaims.ts';

/** Open claims of this browser, latest first. Read again when `pathname` changes and when a claim does. */
export function useUnfinishedClaims(api: ApiClient, pathname: string): readonly SavedClaim[] {
  const [localClaims] = useState(() => createLocalClaims(api));
  const [claims, setClaims] = useState(() => localClaims.claimStorage.getUnfinishedClaims());
  useEffect(() => {
    const refresh = () => setClaims(localClaims.claimStorage.getUnfinishedClaims());
    refresh();
    // The widget in this tab or another tab may create or close a claim.
    document.addEventListener('exchange-claim', refresh);
    addEventListener('storage', refresh);
    return () => {
      document.removeEventListener('exchange-claim', refresh);
      removeEventListener('storage', refresh);
    };
  }, [localClaims, pathname]);
  return claims;
}
