import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ApiClient } from '#core/api/client.ts';
import { routePaths } from '../routePaths.ts';
import { createLocalClaims } from './localClaims.ts';

/** The way back to the latest claim of this browser that is not over yet; nothing when there is none or on its page. */
export function UnfinishedClaimLink({ api }: { api: ApiClient }) {
  const { pathname } = useLocation();
  const [localClaims] = useState(() => createLocalClaims(api));
  const [number, setNumber] = useState(
    () => localClaims.claimStorage.getUnfinishedClaims()[0]?.number ?? null,
  );
  useEffect(() => {
    const refresh = () => setNumber(localClaims.claimStorage.getUnfinishedClaims()[0]?.number ?? null);
    refresh();
    // Made or closed in this tab's widget, or in another tab.
    document.addEventListener('exchange-claim', refresh);
    addEventListener('storage', refresh);
    return () => {
      document.removeEventListener('exchange-claim', refresh);
      removeEventListener('storage', refresh);
    };
  }, [localClaims, pathname]);
  if (number === null || pathname.startsWith(routePaths.unfinishedClaim)) return null;
  return (
    <Link className="yours" to={routePaths.unfinishedClaim} data-private>
      <span className="wide">Ваша заявка </span>
      <span className="narrow">Заявка </span>№ {number}
    </Link>
  );
}
