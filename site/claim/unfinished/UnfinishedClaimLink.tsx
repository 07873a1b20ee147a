import { Link, useLocation } from 'react-router';
import type { ApiClient } from '#core/api/client.ts';
import { routePaths } from '../../routePaths.ts';
import { useUnfinishedClaims } from './useUnfinishedClaims.ts';

/** Link to this browser's latest open claim. Renders nothing without one, and on the claim's own page. */
export function UnfinishedClaimLink({ api }: { api: ApiClient }) {
  const { pathname } = useLocation();
  const [latest] = useUnfinishedClaims(api, pathname);
  if (!latest || pathname.startsWith(routePaths.unfinishedClaim)) return null;
  return (
    <Link className="unfinished-claim" to={routePaths.unfinishedClaim}>
      <span className="wide">Ваша заявка </span>
      <span className="narrow">Заявка </span>№ {latest.number}
    </Link>
  );
}
