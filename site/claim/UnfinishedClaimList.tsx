import { Link, useLocation } from 'react-router';
import type { ApiClient } from '#core/api/client.ts';
import { useUnfinishedClaims } from './useUnfinishedClaims.ts';

/** How many claims are listed at most. */
const MAX_LISTED_CLAIMS = 3;

/** Links to this browser's open claims, on the maintenance page. Renders nothing on a claim's page: it is refused. */
export function UnfinishedClaimList({ api }: { api: ApiClient }) {
  const { pathname } = useLocation();
  const claims = useUnfinishedClaims(api, pathname).slice(0, MAX_LISTED_CLAIMS);
  return (
    <div className="unfinished-claims">
      {claims
        .filter(({ id }) => !pathname.startsWith(`/claim/${id}`))
        .map(({ id, number }) => (
          <Link className="button primary" key={id} to={`/claim/${id}`}>
            Открыть заявку №&nbsp;{number}
          </Link>
        ))}
    </div>
  );
}
