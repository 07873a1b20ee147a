import { Link, useLocation } from 'react-router';
import type { ApiClient } from '#core/api/client.ts';
import { routePaths } from '../../routePaths.ts';
import { useCreatedClaims } from '../useCreatedClaims.ts';
import { useUnfinishedClaims } from './useUnfinishedClaims.ts';

/**
 * Link to this browser's latest open claim. Renders nothing without one, and on the claim's own page. Every page has it,
 * so it also opens the pages of created claims.
 */
export function UnfinishedClaimLink({ api }: { api: ApiClient }) {
  useCreatedClaims();
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
