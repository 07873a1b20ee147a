import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ApiClient } from '#core/api/client.ts';
import { routePaths } from '../routePaths.ts';
import { createLocalClaims } from './localClaims.ts';

/** Link to this browser's latest open claim. Renders nothing without one, and on the claim's own page. */
export function UnfinishedClaimLink({ api }: { api: ApiClient }) {
  const { pathname } = useLocation();
  const [localClaims] = useState(() => createLocalClaims(api));
  const [number, setNumber] = useState(
    () => localClaims.claimStorage.getUnfinishedClaims()[0]?.number ?? null,
  );
  useEffect(() => {
    const refresh = () => setNumber(localClaims.claimStorage.getUnfinishedClaims()[0]?.number ?? null);
    refresh();
    // The widget in this tab or another tab may create or close a claim.
    document.addEventListener('exchange-claim', refresh);
    addEventListener('storage', refresh);
    return () => {
      document.removeEventListener('exchange-claim', refresh);
      removeEventListener('storage', refresh);
    };
  }, [localClaims, pathname]);
  if (number === null || pathname.startsWith(routePaths.unfinishedClaim)) return null;
  return (
    <Link className="unfinished-claim" to={routePaths.unfinishedClaim}>
      <span className="wide">Ваша заявка </span>
      <span className="narrow">Заявка </span>№ {number}
    </Link>
  );
}
